package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Lets no more elements into a queue. Those that wait to get in still do, unless {@code
 * cancel_pending_enqueues} is set; those that are in it can be taken out.
 */
final class QueueCloseV2 extends QueueOp {
  QueueCloseV2() {
    super("QueueCloseV2(handle: resource) -> () cancel_pending_enqueues:bool=false; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean cancelsPending = spec.attrs().bool("cancel_pending_enqueues");
    return context -> queue(context).close(context, cancelsPending);
  }
}
