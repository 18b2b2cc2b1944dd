package dev.weir.ops.io;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Cuts its inputs along the first dimension into elements and puts them into a queue. */
final class QueueEnqueueManyV2 extends QueueOp {
  QueueEnqueueManyV2() {
    super(
        "QueueEnqueueManyV2(handle: resource, components: Tcomponents...) -> ()"
            + " Tcomponents:list(type) >=1; timeout_ms:int=-1; stateful");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    for (int i = 1; i < context.inputCount(); i++) {
      Shape first = context.requireRankAtLeast(1, 1);
      Shape shape = context.requireRankAtLeast(i, 1);
      if (first.hasRank()
          && shape.hasRank()
          && !first.slice(0, 1).isCompatibleWith(shape.slice(0, 1))) {
        throw context.invalid(
            "all components must have the same first size: %s, %s",
            context.describe(1), context.describe(i));
      }
    }
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
        Shape shape = context.input(i + 1).shape();
        queue.spec().requireShape(i, shape.slice(1, shape.rank()));
      }
      List<List<Tensor>> elements = new ArrayList<>();
      for (long n = 0; n < context.input(1).shape().size(0); n++) {
        elements.add(element(context, dtypes.size(), n));
      }
      queue.enqueue(context, elements);
    };
  }

  private static List<Tensor> element(KernelContext context, int components, long n) {
    List<Tensor> element = new ArrayList<>();
    for (int i = 0; i < components; i++) {
      Tensor all = context.input(i + 1);
      Shape shape = all.shape().slice(1, all.shape().rank());
      Tensor part = context.scratch(all.dtype(), shape).retained();
      part.copyFrom(all, n * part.elements(), 0, part.elements());
      element.add(part);
    }
    return element;
  }
}
