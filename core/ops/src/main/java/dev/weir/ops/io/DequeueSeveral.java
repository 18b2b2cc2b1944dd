package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Collections;
import java.util.List;

/** Takes several elements out of a queue and puts each component of them together. */
abstract class DequeueSeveral extends QueueOp {
  private final boolean orFewer;

  /** {@code orFewer} says whether a queue that is closed may give fewer. */
  DequeueSeveral(String signature, boolean orFewer) {
    super(signature);
    this.orFewer = orFewer;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    context.requireScalar(1);
    Tensor count = context.constant(1);
    if (count != null && count.getLong(0) < 0) {
      throw context.invalid("n must not be negative, it is %d", count.getLong(0));
    }
    int components = context.attrs().types("component_types").size();
    return Collections.nCopies(components, Shape.unknown());
  }

  @Override
  public final Kernel kernel(KernelSpec node) {
    requireNoTimeout(node.attrs());
    List<DType> dtypes = node.attrs().types("component_types");
    return context -> {
      TensorQueue queue = queue(context);
      queue.spec().requireTypes(dtypes);
      queue.spec().requireShapes();
      List<List<Tensor>> elements = queue.dequeue(context, context.input(1).getInt(0), orFewer);
      try {
        giveTogether(context, queue.spec(), elements);
      } finally {
        elements.forEach(TensorQueue::release);
      }
    };
  }
}
