package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * {@code exp(x[i]) / Σ exp(x)} along the last dimension; the greatest logit is subtracted first, so
 * that nothing overflows. NaN if a logit is NaN or ∞, or if all are -∞.
 */
final class Softmax extends Op {
  Softmax() {
    super("Softmax(logits: T) -> (softmax: T) T:type in [half, bfloat16, float, double];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.requireRankAtLeast(0, 1));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return Softmax::compute;
  }

  private static void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.allocate(0, x.shape());
    long width = x.shape().size(-1);
    for (long first = 0; first < x.elements(); first += width) {
      LogitRow row = new LogitRow(x, first, width);
      for (long i = 0; i < width; i++) {
        y.setDouble(first + i, row.probability(i));
      }
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> LogitGradients.ofSoftmax(on, context.output(0), context.gradient()));
  }
}
