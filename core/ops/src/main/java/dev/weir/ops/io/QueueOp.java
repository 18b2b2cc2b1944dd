package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.NodeKind;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Handles;
import dev.weir.ops.support.StateOp;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** An op on a queue, which is its input 0, that may have to wait. */
abstract class QueueOp extends StateOp {
  QueueOp(String signature) {
    super(signature);
  }

  @Override
  public final NodeKind kind() {
    return NodeKind.BLOCKING;
  }

  static TensorQueue queue(KernelContext context) {
    return Handles.require(context, 0, TensorQueue.class);
  }

  /** Refuses a time to wait: steps have deadlines. */
  static void requireNoTimeout(Attributes attrs) {
    if (attrs.integer("timeout_ms") != -1) {
      throw WeirException.invalidArgument(
          "timeout_ms must be -1, got %d: give the step a deadline instead",
          attrs.integer("timeout_ms"));
    }
  }

  /** Gives elements as outputs, each component of all of them together. */
  static void giveTogether(KernelContext context, QueueSpec spec, List<List<Tensor>> elements) {
    for (int i = 0; i < spec.dtypes().size(); i++) {
      int component = i;
      List<Tensor> parts = elements.stream().map(element -> element.get(component)).toList();
      Shape each = largest(spec.shapes().get(i), parts);
      Tensor out = context.allocate(i, Shape.of(parts.size()).concat(each));
      if (spec.pads()) {
        ElementCopier.clear(out);
      }
      for (int n = 0; n < parts.size(); n++) {
        Tensor part = parts.get(n);
        StridedView.of(out)
            .select(0, n)
            .box(new long[each.rank()], part.shape().sizes())
            .copyFrom(StridedView.of(part));
      }
    }
  }

  /** Sizes that the queue leaves open become the largest there is, or 0. */
  private static Shape largest(Shape declared, List<Tensor> parts) {
    long[] sizes = declared.sizes();
    for (int d = 0; d < sizes.length; d++) {
      if (sizes[d] == Shape.UNKNOWN_SIZE) {
        int dimension = d;
        sizes[d] = parts.stream().mapToLong(part -> part.shape().size(dimension)).max().orElse(0);
      }
    }
    return Shape.of(sizes);
  }
}
