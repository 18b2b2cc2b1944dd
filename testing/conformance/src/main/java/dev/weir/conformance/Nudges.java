package dev.weir.conformance;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.SampleCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What TensorFlow gives for inputs that are moved by an ulp or two. An op that rounds inside gives
 * the right result for such inputs at best; results that differ no more than those of moved inputs
 * are equally right.
 */
final class Nudges {
  private static final int COUNT = 8;
  private static final int MAX_ULPS = 2;

  /** How many times the spread of the moved results a difference may be. */
  private static final double SPREADS = 8;

  private final List<List<Tensor>> results = new ArrayList<>();
  private boolean anyRefused;

  Nudges(SampleCase sample, List<Tensor> inputs, List<String> fetches) {
    if (inputs.stream().noneMatch(input -> isMovable(input.dtype()))) {
      return; // whole numbers have no last bit in doubt
    }
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    byte[] graphDef = UncheckedGraphs.graphDef(sample, feeds);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
      for (int i = 0; i < COUNT; i++) {
        Random random = new Random(i);
        Map<String, Tensor> moved = new LinkedHashMap<>();
        feeds.forEach((name, tensor) -> moved.put(name, moved(tensor, random)));
        try {
          results.add(oracle.run(moved, fetches, List.of()));
        } catch (OracleRefusal e) {
          anyRefused = true;
        }
      }
    } catch (OracleRefusal e) {
      anyRefused = true;
    }
  }

  private static boolean isMovable(DType dtype) {
    return dtype.isFloating() || dtype.isComplex();
  }

  private static Tensor moved(Tensor tensor, Random random) {
    if (!isMovable(tensor.dtype())) {
      return tensor;
    }
    Tensor moved = Tensor.allocate(tensor.dtype(), tensor.shape());
    DType dtype = tensor.dtype();
    for (long i = 0; i < tensor.elements(); i++) {
      if (dtype.isComplex()) {
        double real = moved(tensor.getReal(i), dtype, random);
        moved.setComplex(i, real, moved(tensor.getImaginary(i), dtype, random));
      } else {
        moved.setDouble(i, moved(tensor.getDouble(i), dtype, random));
      }
    }
    return moved.freeze();
  }

  private static double moved(double value, DType dtype, Random random) {
    int steps = random.nextInt(2 * MAX_ULPS + 1) - MAX_ULPS;
    boolean isFixed = value == 0 || !Double.isFinite(value);
    return isFixed ? value : value + steps * ulp(value, dtype);
  }

  private static double ulp(double value, DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> Math.scalb(1.0, Math.getExponent(value) - 10);
      case BFLOAT16 -> Math.scalb(1.0, Math.getExponent(value) - 7);
      case FLOAT32, COMPLEX64 -> Math.ulp((float) value);
      default -> Math.ulp(value);
    };
  }

  /** Whether TensorFlow refuses some of the moved inputs. */
  boolean anyRefused() {
    return anyRefused;
  }

  /** Whether this is what TensorFlow gives for some of the moved inputs. */
  boolean anyAgrees(
      List<Tensor> actual, BiFunction<List<Tensor>, List<Tensor>, @Nullable String> compare) {
    return results.stream().anyMatch(result -> compare.apply(actual, result) == null);
  }

  /** Whether results are no further apart than those of moved inputs are. */
  boolean explain(List<Tensor> actual, List<Tensor> expected) {
    for (int i = 0; i < actual.size(); i++) {
      int output = i;
      List<Tensor> moved = results.stream().map(result -> result.get(output)).toList();
      if (!explain(actual.get(i), expected.get(i), moved)) {
        return false;
      }
    }
    return true;
  }

  private static boolean explain(Tensor actual, Tensor expected, List<Tensor> moved) {
    if (actual.dtype() != expected.dtype() || !actual.shape().equals(expected.shape())) {
      return moved.stream().anyMatch(each -> each.shape().equals(actual.shape()));
    }
    List<Tensor> comparable =
        moved.stream().filter(each -> each.shape().equals(actual.shape())).toList();
    for (long i = 0; i < actual.elements(); i++) {
      if (!explain(actual, expected, comparable, i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean explain(Tensor actual, Tensor expected, List<Tensor> moved, long i) {
    DType dtype = actual.dtype();
    if (dtype == DType.STRING) {
      return actual.getString(i).equals(expected.getString(i));
    }
    if (dtype.isComplex()) {
      return explain(
              actual.getReal(i),
              expected.getReal(i),
              moved.stream().map(each -> each.getReal(i)).toList(),
              dtype)
          && explain(
              actual.getImaginary(i),
              expected.getImaginary(i),
              moved.stream().map(each -> each.getImaginary(i)).toList(),
              dtype);
    }
    if (!dtype.isFloating()) {
      long value = actual.getLong(i);
      return value == expected.getLong(i)
          || moved.stream().anyMatch(each -> each.getLong(i) == value);
    }
    return explain(
        actual.getDouble(i),
        expected.getDouble(i),
        moved.stream().map(each -> each.getDouble(i)).toList(),
        dtype);
  }

  private static boolean explain(double actual, double expected, List<Double> moved, DType dtype) {
    if (actual == expected || (Double.isNaN(actual) && Double.isNaN(expected))) {
      return true;
    }
    if (!Double.isFinite(actual) || !Double.isFinite(expected)) {
      return moved.stream()
          .anyMatch(
              each ->
                  Double.compare(each, actual) == 0
                      || (Double.isFinite(actual) && Double.isFinite(each)));
    }
    double spread = 0;
    for (double each : moved) {
      spread = Math.max(spread, Double.isFinite(each) ? Math.abs(each - expected) : 0);
    }
    boolean isDouble = dtype == DType.FLOAT64 || dtype == DType.COMPLEX128;
    double ulp = isDouble ? Math.ulp(expected) : Math.ulp((float) expected);
    return Math.abs(actual - expected) <= SPREADS * spread + NodeJudge.CLOSE_ULPS * ulp;
  }
}
