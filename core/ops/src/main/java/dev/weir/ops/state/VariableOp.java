package dev.weir.ops.state;

import dev.weir.graph.Attributes;
import dev.weir.tensor.Shape;

/**
 * The op {@code Variable}: a reference to a variable, as {@link VariableV2} gives it. In its graphs
 * a shape without dimensions may also mean that the shape is not known.
 */
final class VariableOp extends ReferenceVariable {
  VariableOp() {
    super(
        "Variable() -> (ref: ref dtype) shape:shape; dtype:type; container:string=\"\";"
            + " shared_name:string=\"\"; stateful");
  }

  @Override
  Shape declared(Attributes attrs) {
    Shape shape = attrs.shape("shape");
    return shape.isScalar() ? Shape.unknown() : shape;
  }
}
