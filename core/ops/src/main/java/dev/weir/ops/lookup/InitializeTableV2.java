package dev.weir.ops.lookup;

import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import java.util.List;

/** Fills a table that is filled once. Doing so again with the same keys and values does nothing. */
final class InitializeTableV2 extends TableFilling {
  InitializeTableV2() {
    super(
        "InitializeTableV2(table_handle: resource, keys: Tkey, values: Tval) -> () Tkey:type;"
            + " Tval:type; stateful",
        LookupTable::initialize);
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    Shape keys = context.requireRank(1, 1);
    if (!keys.isCompatibleWith(context.input(2))) {
      throw context.invalid(
          "there must be a value for each key: %s, %s", context.describe(1), context.describe(2));
    }
    return List.of();
  }
}
