package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a variable has a value. */
final class IsVariableInitialized extends Op {
  IsVariableInitialized() {
    super(
        "IsVariableInitialized(ref: ref dtype) -> (is_initialized: bool) dtype:type;"
            + " uninitialized-ok");
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
  public Kernel kernel(KernelSpec spec) {
    return context ->
        context.allocate(0, Shape.scalar()).setBoolean(0, context.reference(0).isInitialized());
  }
}
