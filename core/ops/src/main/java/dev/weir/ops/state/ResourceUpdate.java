package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels.Cell;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes all elements of a variable behind a handle by a value of the same shape. */
abstract class ResourceUpdate extends StateOp {
  private final Change change;

  ResourceUpdate(String signature, Change change) {
    super(signature);
    this.change = change;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape declared = Variables.shape(context, context.inputDtype(1));
    if (!declared.isCompatibleWith(context.input(1))) {
      throw context.invalid(
          "the value must have the shape of the variable, %s: %s", declared, context.describe(1));
    }
    return List.of();
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(1);
    Cell cell = change.cell(dtype);
    return context ->
        Updates.dense(context, Variables.require(context, dtype), context.input(1), cell);
  }
}
