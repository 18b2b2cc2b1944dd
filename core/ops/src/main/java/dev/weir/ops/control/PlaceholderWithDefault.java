package dev.weir.ops.control;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** What is fed, or its input if nothing is. */
final class PlaceholderWithDefault extends Passing {
  PlaceholderWithDefault() {
    super("PlaceholderWithDefault(input: dtype) -> (output: dtype) dtype:type; shape:shape;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape shape = context.attrs().shape("shape");
    if (!shape.isCompatibleWith(context.input(0))) {
      throw context.invalid("the default must fit the shape %s: %s", shape, context.describe(0));
    }
    return List.of(shape);
  }

  @Override
  public Shape shapeValue(ShapeContext context) {
    return Shape.unknown(); // what is fed may be another
  }
}
