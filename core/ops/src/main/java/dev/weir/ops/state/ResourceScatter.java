package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes some rows of a variable behind a handle. */
abstract class ResourceScatter extends StateOp {
  private final Change change;

  ResourceScatter(String signature, Change change) {
    super(signature);
    this.change = change;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Rows.check(context, Variables.shape(context, context.inputDtype(2)));
    return List.of();
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(2);
    Rows rows = new Rows(change, dtype, true);
    return context ->
        Variables.require(context, dtype).update(before -> rows.apply(context, before));
  }
}
