package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.HandleOp;
import dev.weir.ops.support.Handles;
import dev.weir.tensor.Shape;
import java.util.List;

/** The name of a queue, which is made when this first runs. */
abstract class QueueHandle extends HandleOp {
  QueueHandle(String signature) {
    super(signature, TensorQueue.KIND);
  }

  /** What the queue holds, by the node's attributes. */
  abstract QueueSpec spec(Attributes attrs);

  /** In what order elements leave a new queue. */
  QueueOrder order(Attributes attrs) {
    return QueueOrder.arrival();
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    spec(context.attrs());
    return List.of(Shape.scalar());
  }

  @Override
  public final Kernel kernel(KernelSpec node) {
    Attributes attrs = node.attrs();
    String shared = attrs.string("shared_name");
    String name = shared.isEmpty() ? node.node() : shared;
    String container = attrs.string("container");
    QueueSpec spec = spec(attrs);
    return context -> {
      TensorQueue queue =
          context
              .resources()
              .getOrCreate(
                  container,
                  name,
                  TensorQueue.class,
                  () -> new TensorQueue(name, spec, order(attrs)));
      if (!queue.spec().equals(spec)) {
        throw WeirException.invalidArgument(
            "Shared queue '%s' is another: it is %s, this node says %s", name, queue.spec(), spec);
      }
      Handles.give(context, TensorQueue.KIND, container, name, List.of());
    };
  }
}
