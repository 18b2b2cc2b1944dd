package dev.weir.ops.control;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/** Whether a value counts as true in a condition. */
final class ToBool extends Op {
  ToBool() {
    super("ToBool(input: T) -> (output: bool) T:type;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context ->
        context.allocate(0, Shape.scalar()).setBoolean(0, Calls.isTrue(context.input(0)));
  }

  @Override
  public String notDifferentiable() {
    return "its output is a truth value";
  }
}
