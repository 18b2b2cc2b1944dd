package dev.weir.ops.conv;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gradient of the largest elements of windows: that of each window goes to the first of its
 * largest elements.
 */
abstract class MaxPoolingGradient extends PoolOp {
  MaxPoolingGradient(String signature, int sizeInput) {
    super(signature, sizeInput);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    int rank = layout(context.attrs()).rank();
    Shape input = context.requireRank(0, rank);
    @Nullable PoolWindow sliding = sliding(context);
    if (sliding != null) {
      checkChannels(sliding, input, false);
      requireShape(context, 1, sliding.output(input), "the pooled images");
      requireShape(context, 2, sliding.output(input), "their gradient");
    }
    return List.of(input);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return kernel(spec, MaxPoolingGradient::spread);
  }

  private static void spread(KernelContext context, PoolWindow sliding) {
    Tensor input = context.input(0);
    Tensor gradient = context.input(2);
    Tensor output = context.allocate(0, input.shape());
    ElementCopier.clear(output);
    ElementCombiner add = ElementCombiner.add(output.dtype());
    sliding
        .plan(input.shape())
        .forEach(
            context,
            (out, first, offsets, count) -> {
              if (count > 0) {
                add.apply(output, Largest.in(input, first, offsets, count), gradient, out);
              }
            });
  }
}
