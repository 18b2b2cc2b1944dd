package dev.weir.ops.array.diag;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Zeros with the input on the diagonal: {@code output[i…, i…] = diagonal[i…]}. The output has each
 * dimension of the input twice.
 */
final class Diag extends Op {
  Diag() {
    super(
        "Diag(diagonal: T) -> (output: T) T:type in [bfloat16, half, float, double, int32, int64,"
            + " complex64, complex128];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.requireRankAtLeast(0, 1);
    return List.of(in.concat(in));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      Tensor out = context.allocate(0, in.shape().concat(in.shape()));
      ElementCopier.clear(out);
      ElementCopier.of(in, out).copy(0, 1, 0, in.elements() + 1, in.elements());
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> on.node("DiagPart").input(context.gradient()).build().output(0));
  }
}
