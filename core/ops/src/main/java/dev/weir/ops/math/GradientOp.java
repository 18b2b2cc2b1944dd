package dev.weir.ops.math;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * The gradient of a function from its result and the gradient that comes back, element by element.
 * Both have the same shape.
 */
abstract class GradientOp extends BinaryOp {
  GradientOp(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    if (!context.input(0).isCompatibleWith(context.input(1))) {
      throw context.invalid(
          "operands must have the same shape: %s, %s", context.describe(0), context.describe(1));
    }
    return List.of(context.input(0));
  }
}
