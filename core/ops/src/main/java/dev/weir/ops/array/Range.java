package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code start, start + delta, start + 2 delta, …} up to but without {@code limit}; empty if start
 * is limit. Computed in the type of the numbers.
 */
final class Range extends Op {
  Range() {
    super(
        "Range(start: Tidx, limit: Tidx, delta: Tidx) -> (output: Tidx) Tidx:type=int32 in"
            + " [bfloat16, half, float, double, int8, int16, int32, int64, uint16, uint32];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    for (int i = 0; i < 3; i++) {
      context.requireScalar(i);
    }
    Tensor start = context.constant(0);
    Tensor limit = context.constant(1);
    Tensor delta = context.constant(2);
    return List.of(
        Shape.of(start == null || limit == null || delta == null ? -1 : size(start, limit, delta)));
  }

  private static long size(Tensor start, Tensor limit, Tensor delta) {
    double step = delta.getDouble(0);
    int upwards = compare(start, limit);
    if (step == 0 || (step > 0 ? upwards > 0 : upwards < 0)) {
      throw WeirException.invalidArgument(
          "delta must not be 0 and must lead from start to limit: start is %s, limit is %s, delta"
              + " is %s",
          start, limit, delta);
    }
    DType dtype = start.dtype();
    if (dtype.isFloating()) {
      double distance = rounded(dtype, limit.getDouble(0) - start.getDouble(0));
      double count = Math.ceil(Math.abs(rounded(dtype, distance / step)));
      if (Double.isNaN(count)) {
        throw WeirException.invalidArgument(
            "start, limit and delta must tell how many numbers there are: start is %s, limit is %s,"
                + " delta is %s",
            start, limit, delta);
      }
      return (long) count;
    }
    // the distance of two int64 may need all 64 bits: both are taken as unsigned
    long distance =
        upwards < 0 ? limit.getLong(0) - start.getLong(0) : start.getLong(0) - limit.getLong(0);
    long size = Math.abs(delta.getLong(0));
    long count =
        Long.divideUnsigned(distance, size) + (Long.remainderUnsigned(distance, size) == 0 ? 0 : 1);
    if (count < 0) {
      throw WeirException.invalidArgument(
          "a range must have less than 2^63 numbers: start is %s, limit is %s, delta is %s",
          start, limit, delta);
    }
    return count;
  }

  /** As numbers compare: zeros are equal whatever their sign, and NaN is neither less nor more. */
  private static int compare(Tensor a, Tensor b) {
    if (!a.dtype().isFloating()) {
      return Long.compare(a.getLong(0), b.getLong(0));
    }
    double x = a.getDouble(0);
    double y = b.getDouble(0);
    return x < y ? -1 : x > y ? 1 : 0;
  }

  /** Arithmetic is in the type of the numbers. */
  private static double rounded(DType dtype, double value) {
    return switch (dtype) {
      case FLOAT64 -> value;
      case FLOAT32 -> (float) value;
      default -> Tensors.fill(dtype, Shape.scalar(), value).getDouble(0);
    };
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    Tensor start = context.constant(0);
    Tensor limit = context.constant(1);
    Tensor delta = context.constant(2);
    if (start == null || limit == null || delta == null) {
      return null;
    }
    PartialValue numbers = PartialValue.unknown(Shape.of(size(start, limit, delta)));
    if (numbers == null) {
      return null;
    }
    long[] values = new long[numbers.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = start.getLong(0) + i * delta.getLong(0);
    }
    return PartialValue.vector(values);
  }

  @Override
  public String notDifferentiable() {
    return "its size depends on its inputs";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isFloating = spec.outputDtype(0).isFloating();
    return context -> {
      Tensor start = context.input(0);
      Tensor delta = context.input(2);
      Tensor out = context.allocate(0, Shape.of(size(start, context.input(1), delta)));
      DType dtype = out.dtype();
      if (context
          .moves()
          .filter(fast -> fast.progression(context, start, delta, out))
          .isPresent()) {
        return;
      }
      for (long i = 0; i < out.elements(); i++) {
        if (isFloating) {
          double distance = rounded(dtype, rounded(dtype, i) * delta.getDouble(0));
          out.setDouble(i, start.getDouble(0) + distance);
        } else {
          out.setLong(i, start.getLong(0) + i * delta.getLong(0));
        }
      }
    };
  }
}
