package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import java.util.List;

/** The value of an integer variable, which grows by one; refused once it reaches the limit. */
final class CountUpTo extends StateOp {
  CountUpTo() {
    super("CountUpTo(ref: ref T) -> (output: T) limit:int; T:type in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(0);
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long limit = spec.attrs().integer("limit");
    return context -> Counting.count(context, context.reference(0), limit);
  }
}
