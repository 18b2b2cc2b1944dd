package dev.weir.ops.support;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** An op of two operands of the same shape that works element by element. */
public abstract class SameShapeOp extends BinaryOp {
  protected SameShapeOp(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape first = context.input(0);
    Shape second = context.input(1);
    if (!first.isCompatibleWith(second)) {
      throw context.invalid(
          "operands must have the same shape: %s, %s", context.describe(0), context.describe(1));
    }
    return List.of(first.mergeWith(second));
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output x = context.input(0);
    Output y = context.input(1);
    Output z = context.output(0);
    context.flow(0, () -> derivativeX(on, x, y, z, context.gradient()));
    context.flow(1, () -> derivativeY(on, x, y, z, context.gradient()));
  }
}
