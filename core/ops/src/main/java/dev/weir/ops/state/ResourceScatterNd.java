package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes some slices of a variable behind a handle. */
abstract class ResourceScatterNd extends StateOp {
  private final Change change;

  ResourceScatterNd(String signature, Change change) {
    super(signature);
    this.change = change;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Slices.check(context, Variables.shape(context, context.inputDtype(2)));
    return List.of();
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(2);
    Slices slices = new Slices(change, dtype, spec.attrs());
    return context ->
        Variables.require(context, dtype).update(before -> slices.apply(context, before));
  }
}
