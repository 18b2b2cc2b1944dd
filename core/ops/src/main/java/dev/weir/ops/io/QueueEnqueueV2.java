package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Puts an element into a queue; waits while it is full. */
final class QueueEnqueueV2 extends QueueOp {
  QueueEnqueueV2() {
    super(
        "QueueEnqueueV2(handle: resource, components: Tcomponents...) -> () Tcomponents:list(type)"
            + " >=1; timeout_ms:int=-1; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of();
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    requireNoTimeout(spec.attrs());
    List<DType> dtypes = spec.attrs().types("Tcomponents");
    return context -> {
      TensorQueue queue = queue(context);
      queue.spec().requireTypes(dtypes);
      for (int i = 0; i < dtypes.size(); i++) {
        queue.spec().requireShape(i, context.input(i + 1).shape());
      }
      List<Tensor> element = new ArrayList<>();
      for (int i = 0; i < dtypes.size(); i++) {
        element.add(context.input(i + 1).retained());
      }
      queue.enqueue(context, List.of(element));
    };
  }
}
