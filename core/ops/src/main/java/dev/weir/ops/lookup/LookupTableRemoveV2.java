package dev.weir.ops.lookup;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** Removes keys and their values from a table; keys that are not there do not matter. */
final class LookupTableRemoveV2 extends TableOp {
  LookupTableRemoveV2() {
    super("LookupTableRemoveV2(table_handle: resource, keys: Tin) -> () Tin:type; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    context.requireRankAtLeast(1, 1);
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      LookupTable table = table(context);
      table.requireKeys(context.input(1).dtype());
      table.remove(context.input(1));
    };
  }
}
