package dev.weir.ops.lookup;

import dev.weir.graph.Attributes;
import dev.weir.tensor.Shape;

/** The name of a table that is filled once. */
final class HashTableV2 extends TableHandle {
  HashTableV2() {
    super(
        "HashTableV2() -> (table_handle: resource) container:string=\"\"; shared_name:string=\"\";"
            + " use_node_name_sharing:bool=false; key_dtype:type; value_dtype:type; stateful");
  }

  @Override
  protected LookupTable.Spec spec(Attributes attrs) {
    return new LookupTable.Spec(
        attrs.type("key_dtype"), attrs.type("value_dtype"), Shape.scalar(), false);
  }
}
