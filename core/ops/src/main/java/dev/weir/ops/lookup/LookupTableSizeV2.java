package dev.weir.ops.lookup;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** How many keys are in a table. */
final class LookupTableSizeV2 extends TableOp {
  LookupTableSizeV2() {
    super("LookupTableSizeV2(table_handle: resource) -> (size: int64) stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> context.allocate(0, Shape.scalar()).setLong(0, table(context).size());
  }
}
