package dev.weir.ops.state;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a variable that only this step has. It is called {@code var_name}, or as the node;
 * no other temporary variable of the step may be. It goes with {@link DestroyTemporaryVariable}, or
 * with the step.
 */
final class TemporaryVariable extends Op {
  /** The container of temporary variables among the state of a step. */
  static final String CONTAINER = "temporary variables";

  TemporaryVariable() {
    super(
        "TemporaryVariable() -> (ref: ref dtype) shape:shape; dtype:type; var_name:string=\"\";"
            + " stateful");
  }

  @Override
  public @Nullable String notDifferentiable() {
    return "it is a source of values";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.attrs().shape("shape"));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String given = spec.attrs().string("var_name");
    String name = given.isEmpty() ? spec.node() : given;
    DType dtype = spec.attrs().type("dtype");
    Shape shape = spec.attrs().shape("shape");
    return context -> {
      Variable made = new Variable(name, dtype, shape);
      Variable there =
          context.stepResources().getOrCreate(CONTAINER, name, Variable.class, () -> made);
      if (there != made) {
        throw new WeirException(
            ErrorCode.ALREADY_EXISTS, "the step has a temporary variable \"" + name + "\" already");
      }
      context.setReference(0, made);
    };
  }
}
