package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.StateOp;
import dev.weir.tensor.Shape;
import java.util.List;

/** Whether a queue is closed. */
final class QueueIsClosedV2 extends StateOp {
  QueueIsClosedV2() {
    super("QueueIsClosedV2(handle: resource) -> (is_closed: bool) stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(Shape.scalar());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context ->
        context.allocate(0, Shape.scalar()).setBoolean(0, QueueOp.queue(context).isClosed());
  }
}
