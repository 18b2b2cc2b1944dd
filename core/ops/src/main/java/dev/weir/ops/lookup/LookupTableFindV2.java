package dev.weir.ops.lookup;

import dev.weir.graph.Node;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The values of keys in a table. A key that is not there has the default value; that is one value,
 * or one for each key.
 */
final class LookupTableFindV2 extends TableOp {
  LookupTableFindV2() {
    super(
        "LookupTableFindV2(table_handle: resource, keys: Tin, default_value: Tout) -> (values:"
            + " Tout) Tin:type; Tout:type; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    Node.HandleData data = context.handle(0);
    return List.of(data == null ? Shape.unknown() : context.input(1).concat(data.shape()));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      LookupTable table = table(context);
      Tensor keys = context.input(1);
      table.requireTypes(keys.dtype(), spec.outputDtype(0));
      Tensor out = context.allocate(0, keys.shape().concat(table.spec().valueShape()));
      table.find(context, keys, context.input(2), out);
    };
  }
}
