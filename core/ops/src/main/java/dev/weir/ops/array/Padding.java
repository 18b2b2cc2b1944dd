package dev.weir.ops.array;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** What ops that put a value all round a tensor have in common. */
abstract class Padding extends Op {
  Padding(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    if (context.inputCount() > 2) {
      context.requireScalar(2);
    }
    return List.of(Paddings.padded(context));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      Paddings paddings = Paddings.of(context.input(1));
      Tensor out = context.allocate(0, paddings.padded(in.shape()));
      if (context.inputCount() > 2) {
        ElementCopier.of(context.input(2), out).fill(0, 0, out.elements());
      } else {
        ElementCopier.clear(out);
      }
      StridedView.of(out).box(paddings.before(), in.shape().sizes()).copyFrom(StridedView.of(in));
    };
  }
}
