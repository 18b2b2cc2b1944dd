package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.support.Handles;
import dev.weir.ops.support.ResourceKind;
import dev.weir.tensor.DType;
import dev.weir.tensor.ResourceHandle;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Variables behind handles. The handle is input 0 where no other input is named. */
public final class Variables {
  static final ResourceKind KIND = new ResourceKind("Var", Variable.class);

  private Variables() {}

  /** What is known of the variable's shape; refuses a handle to other elements. */
  static Shape shape(ShapeContext context, DType dtype) {
    return shape(context, 0, dtype);
  }

  /** What is known of the shape of the variable behind an input; refuses one of other elements. */
  public static Shape shape(ShapeContext context, int input, DType dtype) {
    Node.HandleData data = context.handle(input);
    if (data == null) {
      return Shape.unknown();
    }
    if (data.dtype() != dtype) {
      throw context.invalid(
          "the variable must hold %s, the handle is for one of %s%s",
          dtype, data.dtype(), data.shape());
    }
    return data.shape();
  }

  /** The variable, which has a value. */
  static Variable require(KernelContext context) {
    return require(context, 0);
  }

  private static Variable require(KernelContext context, int input) {
    Variable variable = Handles.find(context, input, Variable.class);
    if (variable == null || !variable.isInitialized()) {
      throw uninitialized(Handles.of(context, input));
    }
    return variable;
  }

  /** The variable, which has a value of this type. */
  static Variable require(KernelContext context, DType dtype) {
    return require(context, 0, dtype);
  }

  /** The variable behind an input, which has a value of this type. */
  public static Variable require(KernelContext context, int input, DType dtype) {
    Variable variable = require(context, input);
    requireType(variable, dtype);
    return variable;
  }

  private static WeirException uninitialized(ResourceHandle handle) {
    return WeirException.failedPrecondition(
        "Error while reading resource variable %s from Container: %s. It has no value:"
            + " it was never assigned to, or it was reset or destroyed since.",
        handle.name(), handle.container());
  }

  /** Refuses a variable of other elements. */
  static void requireType(Variable variable, DType dtype) {
    if (variable.dtype() != dtype) {
      throw WeirException.invalidArgument(
          "variable %s holds %s, not %s", variable.name(), variable.dtype(), dtype);
    }
  }

  /** The value, with a reference that is the caller's; it fits what the handle says of it. */
  static Tensor read(KernelContext context, DType dtype) {
    Tensor value = require(context, dtype).read();
    Shape declared = declaredShape(context);
    if (!declared.isCompatibleWith(value.shape())) {
      value.buffer().release();
      throw WeirException.invalidArgument(
          "variable %s has a value %s%s, its handle promises %s",
          Handles.of(context, 0).name(), dtype, value.shape(), declared);
    }
    return value;
  }

  /** The shape the handle promises. */
  static Shape declaredShape(KernelContext context) {
    ResourceHandle handle = Handles.of(context, 0);
    return handle.contents().isEmpty() ? Shape.unknown() : handle.contents().get(0).shape();
  }

  /** The variable, made if it is not there yet. */
  static Variable findOrCreate(KernelContext context, DType dtype) {
    ResourceHandle handle = Handles.of(context, 0);
    Variable variable =
        Handles.findOrCreate(
            context, 0, Variable.class, () -> new Variable(handle.name(), dtype, Shape.unknown()));
    requireType(variable, dtype);
    return variable;
  }
}
