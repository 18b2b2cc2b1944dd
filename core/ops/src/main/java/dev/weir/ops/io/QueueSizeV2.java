package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import java.util.List;

/** How many elements are in a queue. */
final class QueueSizeV2 extends StateOp {
  QueueSizeV2() {
    super("QueueSizeV2(handle: resource) -> (size: int32) stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> context.allocate(0, Shape.scalar()).setLong(0, QueueOp.queue(context).size());
  }
}
