package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gradient of the averages of windows, for an input of the shape that is given: that of each
 * window, shared equally by its elements.
 */
abstract class AveragePoolingGradient extends PoolOp {
  private final String gradientOp;

  AveragePoolingGradient(String signature, String gradientOp) {
    super(signature);
    this.gradientOp = gradientOp;
  }

  @Override
  public final void gradient(GradientContext context) {
    context.flow(1, () -> poolGradient(context, gradientOp, context.gradient()));
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    int rank = layout(context.attrs()).rank();
    Shape input = Sizes.shape(context, 0);
    context.requireRank(1, rank);
    if (input.hasRank() && input.rank() != rank) {
      throw context.invalid("orig_input_shape must have %d numbers, got %s", rank, input);
    }
    input = input.mergeWith(Shape.unknownOfRank(rank));
    @Nullable PoolWindow sliding = sliding(context);
    if (sliding != null) {
      checkChannels(sliding, input, false);
      requireShape(context, 1, sliding.output(input), "the gradient");
    }
    return List.of(input);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return kernel(spec, AveragePoolingGradient::spread);
  }

  private static void spread(KernelContext context, PoolWindow sliding) {
    Tensor gradient = context.input(1);
    Shape shape = Shape.of(Sizes.values(context.input(0)));
    Tensor output = context.allocate(0, shape);
    ElementCopier.clear(output);
    sliding
        .plan(shape)
        .forEach(
            context,
            (out, first, offsets, count) -> {
              double share = gradient.getDouble(out) / count;
              for (int i = 0; i < count; i++) {
                long at = first + offsets[i];
                output.setDouble(at, output.getDouble(at) + share);
              }
            });
  }
}
