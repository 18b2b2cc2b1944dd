package dev.weir.ops.array;

import dev.weir.graph.OpTraits;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;

/** How many dimensions its input has; 0 for a scalar. */
final class Rank extends Op {
  Rank() {
    super("Rank(input: T) -> (output: int32) T:type;");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.SHAPE_ONLY;
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public PartialValue partialValue(ShapeContext context, int output) {
    return PartialValue.size(context.input(0).rank());
  }

  @Override
  public String notDifferentiable() {
    return "a rank does not depend on the values";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context ->
        context.allocate(0, Shape.scalar()).setLong(0, context.input(0).shape().rank());
  }
}
