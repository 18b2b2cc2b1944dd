package dev.weir.conformance.interop.programs;

import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tensors as text without white space, {@code float32[2]:1.0,2.0}, and whether two are close. */
final class TensorLine {
  private static final double RELATIVE = 2e-4;
  private static final double ABSOLUTE = 2e-5;

  private TensorLine() {}

  static String print(Tensor tensor) {
    List<String> values = new ArrayList<>();
    for (long i = 0; i < tensor.elements(); i++) {
      values.add(element(tensor, i));
    }
    return tensor.dtype() + "" + tensor.shape() + ":" + String.join(",", values);
  }

  private static String element(Tensor tensor, long i) {
    return switch (tensor.dtype()) {
      case STRING -> java.util.HexFormat.of().formatHex(tensor.getBytes(i));
      case BOOL -> Boolean.toString(tensor.getBoolean(i));
      default ->
          tensor.dtype().isFloating()
              ? Double.toString(tensor.getDouble(i))
              : Long.toString(tensor.getLong(i));
    };
  }

  /** How two tensors differ in type, shape or values; null if they are close enough. */
  static @Nullable String difference(String a, String b, boolean comparesValues) {
    String[] left = a.split(":", 2);
    String[] right = b.split(":", 2);
    if (!left[0].equals(right[0])) {
      return left[0] + " and " + right[0];
    }
    if (left[1].equals(right[1]) || !comparesValues) {
      return null;
    }
    String[] leftValues = left[1].split(",", -1);
    String[] rightValues = right[1].split(",", -1);
    boolean isFloating = left[0].startsWith("float") || left[0].startsWith("bfloat");
    for (int i = 0; i < leftValues.length; i++) {
      if (!leftValues[i].equals(rightValues[i])
          && !(isFloating && isClose(leftValues[i], rightValues[i]))) {
        return "element " + i + ": " + leftValues[i] + " and " + rightValues[i];
      }
    }
    return null;
  }

  private static boolean isClose(String left, String right) {
    double x = Double.parseDouble(left);
    double y = Double.parseDouble(right);
    return Math.abs(x - y) <= ABSOLUTE + RELATIVE * Math.max(Math.abs(x), Math.abs(y));
  }
}
