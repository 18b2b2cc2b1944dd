package dev.weir.ops.lookup;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** All keys of a table and their values, in the order in which the keys came. */
final class LookupTableExportV2 extends TableOp {
  LookupTableExportV2() {
    super(
        "LookupTableExportV2(table_handle: resource) -> (keys: Tkeys, values: Tvalues) Tkeys:type;"
            + " Tvalues:type; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    return List.of(Shape.unknown(), Shape.unknown());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      LookupTable table = table(context);
      table.requireTypes(spec.outputDtype(0), spec.outputDtype(1));
      table.export(context);
    };
  }
}
