package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.graph.kernel.Variable;
import dev.weir.ops.support.Handles;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the variable behind a handle has a value. */
final class VarIsInitializedOp extends Op {
  VarIsInitializedOp() {
    super("VarIsInitializedOp(resource: resource) -> (is_initialized: bool) stateful");
  }

  @Override
  public @Nullable String notDifferentiable() {
    return "its output is a truth value";
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public boolean onlyReads() {
    return true;
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Variable variable = Handles.find(context, 0, Variable.class);
      context
          .allocate(0, Shape.scalar())
          .setBoolean(0, variable != null && variable.isInitialized());
    };
  }
}
