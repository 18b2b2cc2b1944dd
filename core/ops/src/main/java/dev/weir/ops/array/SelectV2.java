package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code output} takes t where the condition holds and e elsewhere; all three are broadcast to one
 * shape.
 */
final class SelectV2 extends Op {
  SelectV2() {
    super("SelectV2(condition: bool, t: T, e: T) -> (output: T) T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape condition = context.input(0);
    try {
      Shape values = Shapes.broadcast(context.input(1), context.input(2));
      return List.of(Shapes.broadcast(condition, values));
    } catch (WeirException e) {
      throw context.invalid(
          "Incompatible shapes: %s, %s, %s; sizes must be equal or 1, counted from the right",
          context.describe(0), context.describe(1), context.describe(2));
    }
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return SelectV2::select;
  }

  private static void select(KernelContext context) {
    Tensor condition = context.input(0);
    Tensor t = context.input(1);
    Tensor e = context.input(2);
    Shape shape = Shapes.broadcast(condition.shape(), Shapes.broadcast(t.shape(), e.shape()));
    Tensor output = context.allocate(0, shape);
    if (t.shape().equals(shape) && e.shape().equals(shape) && condition.shape().equals(shape)) {
      Selection.rows(condition, t, e, output, 1);
      return;
    }
    Stretched conditions = new Stretched(condition.shape(), shape);
    Stretched ts = new Stretched(t.shape(), shape);
    Stretched es = new Stretched(e.shape(), shape);
    for (long r = 0; r < output.elements(); r++) {
      if (condition.getBoolean(conditions.position(r))) {
        output.copyFrom(t, ts.position(r), r, 1);
      } else {
        output.copyFrom(e, es.position(r), r, 1);
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output condition = context.input(0);
    Output given = context.gradient();
    Output zero = on.scalar(0, given);
    context.flow(1, () -> on.sumTo(on.select(condition, given, zero), context.input(1)));
    context.flow(2, () -> on.sumTo(on.select(condition, zero, given), context.input(2)));
  }
}
