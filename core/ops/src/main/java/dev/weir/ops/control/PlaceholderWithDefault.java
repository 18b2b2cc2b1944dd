package dev.weir.ops.control;

import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return null; // what is fed may be another
  }
}
