package dev.weir.ops.state;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/** The value of an integer variable, which grows by one; refused once it reaches the limit. */
final class ResourceCountUpTo extends StateOp {
  ResourceCountUpTo() {
    super(
        "ResourceCountUpTo(resource: resource) -> (output: T) limit:int; T:type in [int32, int64];"
            + " stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Counting.requireScalar(Variables.shape(context, context.attrs().type("T")));
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.outputDtype(0);
    long limit = spec.attrs().integer("limit");
    return context -> Counting.count(context, Variables.require(context, dtype), limit);
  }
}
