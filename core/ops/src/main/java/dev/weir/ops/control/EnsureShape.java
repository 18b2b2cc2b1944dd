package dev.weir.ops.control;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** Its input, which must be compatible with {@code shape}. */
final class EnsureShape extends Passing {
  EnsureShape() {
    super("EnsureShape(input: T) -> (output: T) shape:shape; T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape wanted = context.attrs().shape("shape");
    if (!wanted.isCompatibleWith(context.input(0))) {
      throw context.invalid("the shape must be %s: %s", wanted, context.describe(0));
    }
    return List.of(wanted.mergeWith(context.input(0)));
  }
}
