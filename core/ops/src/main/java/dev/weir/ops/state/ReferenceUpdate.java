package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes the value of a variable behind a reference by its last input. Gives the reference. */
abstract class ReferenceUpdate extends StateOp {
  private final VariableUpdate.Factory factory;

  ReferenceUpdate(String signature, VariableUpdate.Factory factory) {
    super(signature);
    this.factory = factory;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return List.of(
        factory.create(context.inputDtype(0), context.attrs()).check(context, context.input(0)));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    VariableUpdate update = factory.create(spec.inputDtype(0), spec.attrs());
    return context -> {
      context.reference(0).update(before -> update.apply(context, before));
      context.setReference(0, context.reference(0));
    };
  }
}
