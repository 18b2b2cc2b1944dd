package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels.Cell;
import dev.weir.tensor.Shape;
import java.util.List;

/** Changes all elements of a variable by a value of the same shape. Gives the variable. */
abstract class ReferenceUpdate extends StateOp {
  private final Change change;

  ReferenceUpdate(String signature, Change change) {
    super(signature);
    this.change = change;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    if (!context.input(0).isCompatibleWith(context.input(1))) {
      throw context.invalid(
          "the value must have the shape of the variable: %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(context.input(0).mergeWith(context.input(1)));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Cell cell = change.cell(spec.inputDtype(1));
    return context -> {
      Updates.dense(context, context.reference(0), context.input(1), cell);
      context.setReference(0, context.reference(0));
    };
  }
}
