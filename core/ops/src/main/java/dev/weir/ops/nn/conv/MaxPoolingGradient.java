package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameAttributes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gradient of the largest elements of windows: that of each window goes to the first of its
 * largest elements.
 */
abstract class MaxPoolingGradient extends PoolOp {
  private final String gradientOp;

  MaxPoolingGradient(String signature, int sizeInput, String gradientOp) {
    super(signature, sizeInput);
    this.gradientOp = gradientOp;
  }

  @Override
  public final void gradient(GradientContext context) {
    context.flow(
        2,
        () ->
            context.node().attrs().string("padding").equals("EXPLICIT")
                ? paddedGradient(context)
                : poolGradient(
                    context, gradientOp, context.input(0), context.input(1), context.gradient()));
  }

  /** The op of the second gradient knows no explicit padding: pads what it is given instead. */
  private Output paddedGradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    long[] explicit = context.node().attrs().integers("explicit_paddings");
    Tensor around = Tensor.allocate(DType.INT32, Shape.of(explicit.length / 2, 2));
    for (int i = 0; i < explicit.length; i++) {
      around.setLong(i, explicit[i]);
    }
    Output paddings = on.constant(around.freeze());
    Output least = on.scalar(Double.NEGATIVE_INFINITY, context.input(0));
    Output none = on.scalar(0, context.gradient());
    return SameAttributes.builder(context, gradientOp, "ksize", "strides", "data_format")
        .input(on.op("PadV2", context.input(0), paddings, least))
        .input(context.input(1))
        .input(on.op("PadV2", context.gradient(), paddings, none))
        .attr("padding", "VALID")
        .build()
        .output(0);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    int rank = layout(context.attrs()).rank();
    Shape input = context.requireRank(0, rank);
    @Nullable PoolWindow sliding = sliding(context);
    if (sliding != null) {
      checkChannels(sliding, input, true);
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
            (out, first, offsets, count) ->
                add.apply(output, Largest.in(input, first, offsets, count), gradient, out));
  }
}
