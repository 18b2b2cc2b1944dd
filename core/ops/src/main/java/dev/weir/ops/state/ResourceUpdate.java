package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes the value of a variable behind a handle by its last input. */
abstract class ResourceUpdate extends StateOp {
  private final VariableUpdate.Factory factory;

  ResourceUpdate(String signature, VariableUpdate.Factory factory) {
    super(signature);
    this.factory = factory;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    DType dtype = context.inputDtype(context.inputCount() - 1);
    factory.create(dtype, context.attrs()).check(context, Variables.shape(context, dtype));
    return List.of();
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtypes().getLast();
    VariableUpdate update = factory.create(dtype, spec.attrs());
    return context ->
        Variables.require(context, dtype).update(before -> update.apply(context, before));
  }
}
