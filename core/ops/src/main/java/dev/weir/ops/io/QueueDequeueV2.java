package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Collections;
import java.util.List;

/** Takes an element out of a queue; waits until there is one. */
final class QueueDequeueV2 extends QueueOp {
  QueueDequeueV2() {
    super(
        "QueueDequeueV2(handle: resource) -> (components: component_types...)"
            + " component_types:list(type) >=1; timeout_ms:int=-1; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    int count = context.attrs().types("component_types").size();
    return Collections.nCopies(count, Shape.unknown());
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    requireNoTimeout(spec.attrs());
    List<DType> dtypes = spec.attrs().types("component_types");
    return context -> {
      TensorQueue queue = queue(context);
      queue.spec().requireTypes(dtypes);
      List<Tensor> element = queue.dequeue(context, 1, false).get(0);
      for (int i = 0; i < element.size(); i++) {
        context.set(i, element.get(i));
      }
    };
  }
}
