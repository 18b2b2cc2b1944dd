package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gradient of the gradient of the largest elements of windows: of each window what stands where
 * the first element is that equals the largest.
 */
abstract class MaxPoolingSecondGradient extends PoolOp {
  private final String gradientOp;

  MaxPoolingSecondGradient(String signature, int sizeInput, String gradientOp) {
    super(signature, sizeInput);
    this.gradientOp = gradientOp;
  }

  @Override
  public final void gradient(GradientContext context) {
    context.flow(
        2,
        () ->
            poolGradient(
                context, gradientOp, context.input(0), context.input(1), context.gradient()));
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    int rank = layout(context.attrs()).rank();
    Shape input = context.requireRank(0, rank);
    Shape pooled = context.requireRank(1, rank);
    requireShape(context, 2, input, "the gradient");
    @Nullable PoolWindow sliding = sliding(context);
    if (sliding != null) {
      checkChannels(sliding, input, true);
      requireShape(context, 1, sliding.output(input), "the pooled images");
    }
    return List.of(pooled);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return kernel(spec, MaxPoolingSecondGradient::pick);
  }

  private static void pick(KernelContext context, PoolWindow sliding) {
    Tensor input = context.input(0);
    Tensor pooled = context.input(1);
    Tensor gradient = context.input(2);
    PoolPlan plan = sliding.plan(input.shape());
    Tensor output = context.allocate(0, plan.output());
    ElementCopier.clear(output);
    plan.forEach(
        context,
        (out, first, offsets, count) -> {
          for (int i = 0; i < count; i++) {
            if (areEqual(input, first + offsets[i], pooled, out)) {
              Largest.copy(gradient, first + offsets[i], output, out);
              return;
            }
          }
        });
  }

  private static boolean areEqual(Tensor a, long i, Tensor b, long j) {
    return a.dtype().isFloating() ? a.getDouble(i) == b.getDouble(j) : a.getLong(i) == b.getLong(j);
  }
}
