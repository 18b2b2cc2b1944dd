package dev.weir.graph.text;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import java.util.HexFormat;

/** Writes constants: {@code float32[2](1.0, 2.0)}. */
final class TensorPrinter {
  /** Stands where elements are missing that could not be read back. */
  private static final String LEFT_OUT = "; ...";

  private static final int MAX_SHOWN = 16;
  private static final long MAX_BYTES = 1L << 28;

  private final boolean complete;

  TensorPrinter(boolean complete) {
    this.complete = complete;
  }

  String print(Tensor tensor) {
    return tensor.dtype() + "" + tensor.shape() + "(" + elements(tensor) + ")";
  }

  private String elements(Tensor tensor) {
    long count = tensor.elements();
    return switch (tensor.dtype()) {
      case RESOURCE, VARIANT -> LEFT_OUT;
      case STRING -> strings(tensor, complete ? count : Math.min(count, MAX_SHOWN));
      default -> {
        if (count == 0) {
          yield "";
        }
        if (hasNan(tensor)) {
          yield bytes(tensor);
        }
        if (count > 2 && allEqual(tensor)) {
          yield element(tensor, 0) + ", ...";
        }
        yield count <= MAX_SHOWN ? numbers(tensor) : bytes(tensor);
      }
    };
  }

  private static boolean allEqual(Tensor tensor) {
    Buffer bytes = tensor.buffer();
    int size = tensor.dtype().byteSize();
    return Buffer.mismatch(bytes, 0, bytes, size, tensor.byteSize() - size) < 0;
  }

  /** There are many NaNs; only their bytes tell them apart. */
  private static boolean hasNan(Tensor tensor) {
    if (!tensor.dtype().isFloating() && !tensor.dtype().isComplex()) {
      return false;
    }
    for (long i = 0; i < Math.min(tensor.elements(), MAX_SHOWN); i++) {
      if (Double.isNaN(tensor.getReal(i)) || Double.isNaN(tensor.getImaginary(i))) {
        return true;
      }
    }
    return false;
  }

  private static String numbers(Tensor tensor) {
    StringBuilder text = new StringBuilder();
    for (long i = 0; i < tensor.elements(); i++) {
      text.append(i == 0 ? "" : ", ").append(element(tensor, i));
    }
    return text.toString();
  }

  private static String element(Tensor tensor, long i) {
    return switch (tensor.dtype()) {
      case FLOAT32, FLOAT16, BFLOAT16 -> ValuePrinter.number(tensor.getFloat(i));
      case FLOAT64 -> ValuePrinter.number(tensor.getDouble(i));
      case COMPLEX64 ->
          pair(
              ValuePrinter.number((float) tensor.getReal(i)),
              ValuePrinter.number((float) tensor.getImaginary(i)));
      case COMPLEX128 ->
          pair(ValuePrinter.number(tensor.getReal(i)), ValuePrinter.number(tensor.getImaginary(i)));
      case BOOL -> AttrValue.of(tensor.getBoolean(i)).toString();
      case UINT64 -> Long.toUnsignedString(tensor.getLong(i));
      default -> Long.toString(tensor.getLong(i));
    };
  }

  private static String pair(String real, String imaginary) {
    return "(" + real + ", " + imaginary + ")";
  }

  private static String strings(Tensor tensor, long count) {
    StringBuilder text = new StringBuilder();
    for (long i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ").append(ValuePrinter.quote(tensor.getBytes(i)));
    }
    return count == tensor.elements() ? text.toString() : text + LEFT_OUT;
  }

  private String bytes(Tensor tensor) {
    if (!complete || tensor.byteSize() > MAX_BYTES) {
      return LEFT_OUT;
    }
    byte[] bytes = new byte[(int) tensor.byteSize()];
    tensor.buffer().copyToArray(0, bytes, 0, bytes.length);
    return "0x" + HexFormat.of().formatHex(bytes);
  }
}
