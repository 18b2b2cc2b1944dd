package dev.weir.ops.array;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code num} numbers at equal distances from {@code start} to {@code stop}, both included. */
final class LinSpace extends Op {
  LinSpace() {
    super(
        "LinSpace(start: T, stop: T, num: Tidx) -> (output: T) T:type in [bfloat16, half, float,"
            + " double]; Tidx:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    context.requireScalar(1);
    Long num = Sizes.value(context, 2);
    if (num != null && num <= 0) {
      throw context.invalid("num must be above 0, got %d", num);
    }
    return List.of(Shape.of(num == null ? -1 : num));
  }

  @Override
  public String notDifferentiable() {
    return "TensorFlow defines no gradient for it";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      double start = context.input(0).getDouble(0);
      double stop = context.input(1).getDouble(0);
      long count = context.input(2).getLong(0);
      Tensor out = context.allocate(0, Shape.of(count));
      double step = rounded(out, rounded(out, stop - start) / rounded(out, count - 1));
      Tensor distance = context.scratch(out.dtype(), Shape.scalar());
      distance.setDouble(0, step);
      if (context
          .moves()
          .filter(fast -> fast.progression(context, context.input(0), distance, out))
          .isEmpty()) {
        for (long i = 1; i < count; i++) {
          out.setDouble(i, start + rounded(out, step * rounded(out, i)));
        }
      }
      out.setDouble(count - 1, stop);
      out.setDouble(0, start);
    };
  }

  /** Arithmetic is in the type of the output, whose first element serves to round to it. */
  private static double rounded(Tensor out, double value) {
    out.setDouble(0, value);
    return out.getDouble(0);
  }
}
