package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes some slices of a variable. Gives the variable. */
abstract class ReferenceScatterNd extends StateOp {
  private final Change change;

  ReferenceScatterNd(String signature, Change change) {
    super(signature);
    this.change = change;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Slices.check(context, context.input(0));
    return List.of(context.input(0));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Slices slices = new Slices(change, spec.inputDtype(2), spec.attrs());
    return context -> {
      context.reference(0).update(before -> slices.apply(context, before));
      context.setReference(0, context.reference(0));
    };
  }
}
