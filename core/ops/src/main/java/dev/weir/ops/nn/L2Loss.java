package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Half the sum of the squares of all elements. */
final class L2Loss extends Op {
  L2Loss() {
    super("L2Loss(t: T) -> (output: T) T:type in [half, bfloat16, float, double];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return L2Loss::compute;
  }

  private static void compute(KernelContext context) {
    Tensor x = context.input(0);
    double sum = 0;
    for (long i = 0; i < x.elements(); i++) {
      sum += x.getDouble(i) * x.getDouble(i);
    }
    context.allocate(0, Shape.scalar()).setDouble(0, sum / 2);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.mul(context.input(0), context.gradient()));
  }
}
