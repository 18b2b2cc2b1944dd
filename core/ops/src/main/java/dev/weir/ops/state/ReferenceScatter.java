package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes some rows of a variable. Gives the variable. */
abstract class ReferenceScatter extends StateOp {
  private final Change change;

  ReferenceScatter(String signature, Change change) {
    super(signature);
    this.change = change;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Rows.check(context, context.input(0));
    return List.of(context.input(0));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Rows rows = new Rows(change, spec.inputDtype(2), false);
    return context -> {
      context.reference(0).update(before -> rows.apply(context, before));
      context.setReference(0, context.reference(0));
    };
  }
}
