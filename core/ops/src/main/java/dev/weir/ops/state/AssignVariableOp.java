package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.support.Handles;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Gives a variable a new value, which must fit the shape in the handle; with {@code
 * validate_shape}, it must also have the shape of the value before.
 */
final class AssignVariableOp extends StateOp {
  AssignVariableOp() {
    super(
        "AssignVariableOp(resource: resource, value: dtype) -> () dtype:type;"
            + " validate_shape:bool=false; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape declared = Variables.shape(context, context.inputDtype(1));
    if (!declared.isCompatibleWith(context.input(1))) {
      throw context.invalid(
          "the value must fit the variable, which is %s: %s", declared, context.describe(1));
    }
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(1);
    boolean keepsShape = spec.attrs().bool("validate_shape");
    return context -> assign(context, dtype, keepsShape);
  }

  private static void assign(KernelContext context, DType dtype, boolean keepsShape) {
    Tensor value = context.input(1);
    requireFits(context, Variables.declaredShape(context), value);
    Variable variable = Variables.findOrCreate(context, dtype);
    if (keepsShape) {
      requireFits(context, variable.currentShape(), value);
    }
    Updates.assign(variable, value);
  }

  private static void requireFits(KernelContext context, Shape wanted, Tensor value) {
    if (!wanted.isCompatibleWith(value.shape())) {
      throw WeirException.invalidArgument(
          "Trying to assign to variable %s with a tensor of the wrong shape: it is %s, got %s%s",
          Handles.of(context, 0).name(), wanted, value.dtype(), value.shape());
    }
  }
}
