package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The average of the elements in each window; padding does not count. */
abstract class AveragePooling extends PoolOp {
  private final String gradientOp;

  AveragePooling(String signature, String gradientOp) {
    super(signature);
    this.gradientOp = gradientOp;
  }

  @Override
  public final void gradient(GradientContext context) {
    context.flow(
        0,
        () ->
            poolGradient(
                context,
                gradientOp,
                GradientOps.of(context).shape(context.input(0)),
                context.gradient()));
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape input = context.requireRank(0, layout(context.attrs()).rank());
    @Nullable PoolWindow sliding = sliding(context);
    if (sliding == null) {
      return List.of(Shape.unknownOfRank(input.rank()));
    }
    checkChannels(sliding, input, false);
    return List.of(sliding.output(input));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return kernel(spec, AveragePooling::pool);
  }

  private static void pool(KernelContext context, PoolWindow sliding) {
    Tensor input = context.input(0);
    PoolPlan plan = sliding.plan(input.shape());
    Tensor output = context.allocate(0, plan.output());
    plan.forEach(
        context,
        (out, first, offsets, count) -> {
          double sum = 0;
          for (int i = 0; i < count; i++) {
            sum += input.getDouble(first + offsets[i]);
          }
          output.setDouble(out, sum / count);
        });
  }
}
