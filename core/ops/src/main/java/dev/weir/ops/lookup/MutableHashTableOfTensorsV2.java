package dev.weir.ops.lookup;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.Node;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;

/** The name of a table that can be changed at any time; its values are vectors. */
final class MutableHashTableOfTensorsV2 extends TableHandle {
  MutableHashTableOfTensorsV2() {
    super(
        "MutableHashTableOfTensorsV2() -> (table_handle: resource) container:string=\"\";"
            + " shared_name:string=\"\"; use_node_name_sharing:bool=false; key_dtype:type;"
            + " value_dtype:type; value_shape:shape=[]; stateful");
  }

  @Override
  protected LookupTable.Spec spec(Attributes attrs) {
    Shape shape = attrs.shape("value_shape");
    if (!shape.isFullyKnown() || shape.rank() > 1) {
      throw WeirException.invalidArgument(
          "value_shape must be that of a vector or a single element, it is %s", shape);
    }
    return new LookupTable.Spec(attrs.type("key_dtype"), attrs.type("value_dtype"), shape, true);
  }

  @Override
  public Node.HandleData handle(ShapeContext context, int output) {
    return new Node.HandleData(
        context.attrs().type("value_dtype"), context.attrs().shape("value_shape"));
  }
}
