package dev.weir.ops.math;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** An op of two operands of the same shape that works element by element. */
abstract class SameShapeOp extends BinaryOp {
  SameShapeOp(String signature) {
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
}
