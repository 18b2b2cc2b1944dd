package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Gives a variable a new value. Gives the variable. With {@code validate_shape} the value must have
 * the variable's shape; in any case it must fit the shape the variable was made with.
 */
final class Assign extends StateOp {
  Assign() {
    super(
        "Assign(ref: ref T, value: T) -> (output_ref: ref T) T:type; validate_shape:bool=true;"
            + " use_locking:bool=true; uninitialized-ok");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    if (!context.attrs().bool("validate_shape")) {
      return List.of(context.input(1));
    }
    if (!context.input(0).isCompatibleWith(context.input(1))) {
      throw context.invalid(
          "the value must have the shape of the variable: %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(context.input(0).mergeWith(context.input(1)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Updates.assign(context.reference(0), context.input(1));
      context.setReference(0, context.reference(0));
    };
  }
}
