package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The largest element of each window; NaN only where there is nothing else. */
abstract class MaxPooling extends PoolOp {
  private final String gradientOp;

  MaxPooling(String signature, int sizeInput, String gradientOp) {
    super(signature, sizeInput);
    this.gradientOp = gradientOp;
  }

  @Override
  public final void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            poolGradient(
                context, gradientOp, context.input(0), context.output(0), context.gradient()));
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape input = context.requireRank(0, layout(context.attrs()).rank());
    @Nullable PoolWindow sliding = sliding(context);
    if (sliding == null) {
      return List.of(Shape.unknownOfRank(input.rank()).withSize(0, input.size(0)));
    }
    checkChannels(sliding, input, true);
    return List.of(sliding.output(input));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return kernel(spec, MaxPooling::pool);
  }

  private static void pool(KernelContext context, PoolWindow sliding) {
    Tensor input = context.input(0);
    PoolPlan plan = sliding.plan(input.shape());
    Tensor output = context.allocate(0, plan.output());
    plan.forEach(
        context,
        (out, first, offsets, count) ->
            Largest.copy(input, Largest.numberIn(input, first, offsets, count), output, out));
  }
}
