package dev.weir.ops.linalg;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** The cross product of vectors of three, along the last dimension. Integers wrap. */
final class Cross extends Op {
  Cross() {
    super(
        "Cross(a: T, b: T) -> (product: T) T:type in [float, double, int32, uint8, int16, int8,"
            + " int64, bfloat16, uint16, half, uint32, uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape a = context.requireRankAtLeast(0, 1);
    Shape b = context.requireRankAtLeast(1, 1);
    if (!a.isCompatibleWith(b)) {
      throw context.invalid(
          "shapes must be equal: %s, %s", context.describe(0), context.describe(1));
    }
    Shape both = a.mergeWith(b);
    if (both.hasRank() && both.size(-1) != 3 && both.size(-1) != Shape.UNKNOWN_SIZE) {
      throw context.invalid("the last dimension must have 3 elements: %s", context.describe(0));
    }
    return List.of(both);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return spec.inputDtype(0).isFloating() ? Cross::real : Cross::integer;
  }

  private static void real(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    Tensor out = context.allocate(0, a.shape());
    for (long i = 0; i < out.elements(); i++) {
      long j = i / 3 * 3 + (i + 1) % 3;
      long k = i / 3 * 3 + (i + 2) % 3;
      out.setDouble(i, a.getDouble(j) * b.getDouble(k) - a.getDouble(k) * b.getDouble(j));
    }
  }

  private static void integer(KernelContext context) {
    Tensor a = context.input(0);
    Tensor b = context.input(1);
    Tensor out = context.allocate(0, a.shape());
    for (long i = 0; i < out.elements(); i++) {
      long j = i / 3 * 3 + (i + 1) % 3;
      long k = i / 3 * 3 + (i + 2) % 3;
      out.setLong(i, a.getLong(j) * b.getLong(k) - a.getLong(k) * b.getLong(j));
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output a = context.input(0);
    Output b = context.input(1);
    context.flow(0, () -> on.op("Cross", b, context.gradient()));
    context.flow(1, () -> on.op("Cross", context.gradient(), a));
  }
}
