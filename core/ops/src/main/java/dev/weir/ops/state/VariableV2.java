package dev.weir.ops.state;

import dev.weir.graph.Attributes;
import dev.weir.tensor.Shape;

/** A reference to a variable whose values have this element type and fit this shape. */
final class VariableV2 extends ReferenceVariable {
  VariableV2() {
    super(
        "VariableV2() -> (ref: ref dtype) shape:shape; dtype:type; container:string=\"\";"
            + " shared_name:string=\"\"; stateful");
  }

  @Override
  Shape declared(Attributes attrs) {
    return attrs.shape("shape");
  }
}
