package dev.weir.ops.array;

import dev.weir.graph.OpTraits;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import java.util.List;

/** How many elements its input has; 1 for a scalar. */
final class Size extends Op {
  Size() {
    super("Size(input: T) -> (output: out_type) T:type; out_type:type=int32 in [int32, int64];");
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
    return PartialValue.size(Sizes.elements(context.input(0)));
  }

  @Override
  public String notDifferentiable() {
    return "a number of elements does not depend on their values";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context ->
        ShapeOp.set(context.allocate(0, Shape.scalar()), 0, context.input(0).elements());
  }
}
