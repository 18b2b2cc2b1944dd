package dev.weir.ops.lookup;

import dev.weir.graph.Attributes;
import dev.weir.graph.Node;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;

/** The name of a table that can be changed at any time; its values are single elements. */
final class MutableHashTableV2 extends TableHandle {
  MutableHashTableV2() {
    super(
        "MutableHashTableV2() -> (table_handle: resource) container:string=\"\";"
            + " shared_name:string=\"\"; use_node_name_sharing:bool=false; key_dtype:type;"
            + " value_dtype:type; stateful");
  }

  @Override
  protected LookupTable.Spec spec(Attributes attrs) {
    return new LookupTable.Spec(
        attrs.type("key_dtype"), attrs.type("value_dtype"), Shape.scalar(), true);
  }

  @Override
  public Node.HandleData handle(ShapeContext context, int output) {
    return new Node.HandleData(context.attrs().type("value_dtype"), Shape.scalar());
  }
}
