package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The gradient of a convolution with respect to its input, whose sizes are given: all of them, or
 * those of its space. Every place of the gradient is spread over the places that were summed in it.
 */
abstract class ConvolutionInputGradient extends ConvolutionOp {
  ConvolutionInputGradient(String signature, ConvolutionFamily family) {
    super(signature, family);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    WindowAttributes window = checkedWindow(context);
    int rank = window.layout().rank();
    Shape sizes = Sizes.shape(context, 0);
    Shape filter = context.requireRank(1, rank);
    Shape gradient = context.requireRank(2, rank);
    Shape input = input(window.layout(), sizes, filter, gradient);
    if (!input.hasRank(rank)) {
      throw context.invalid(
          "input_sizes must have %d numbers, or %d for the space alone, got %s",
          rank, rank - 2, sizes);
    }
    checkGradient(context, 2, window, input, filter);
    return List.of(input);
  }

  private static Shape input(ImageLayout layout, Shape sizes, Shape filter, Shape gradient) {
    if (!sizes.hasRank()) {
      return Shape.unknownOfRank(layout.rank());
    }
    return sizes.rank() == layout.spaces()
        ? layout.shape(gradient.size(0), sizes.sizes(), filter.size(layout.spaces()))
        : sizes;
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        1,
        () ->
            family()
                .filterGradient(
                    context, context.gradient(), on.shape(context.input(1)), context.input(2)));
    context.flow(2, () -> family().forward(context, context.gradient(), context.input(1)));
  }

  @Override
  public final double workPerByte() {
    return 50;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    WindowAttributes window = window(spec.attrs());
    return context -> spread(context, window);
  }

  private void spread(KernelContext context, WindowAttributes window) {
    Tensor filter = context.input(1);
    Tensor gradient = context.input(2);
    Shape sizes = Shape.of(Sizes.values(context.input(0)));
    Shape shape = input(window.layout(), sizes, filter.shape(), gradient.shape());
    Tensor output = context.allocate(0, shape);
    new Spreading(plan(window, shape, filter.shape()))
        .forEach(
            context,
            new ImageNumbers(gradient, window.layout()),
            filter,
            new ImageNumbers(output, window.layout()));
  }

  /** Each place of the gradient is spread over what met there. */
  private record Spreading(ConvolutionPlan plan) implements ImageLoop {
    @Override
    public void reals(KernelContext context, double[] gradient, double[] filter, double[] input) {
      int row = plan.outputs();
      plan.forEach(
          context,
          (in, weights, out) -> {
            for (int c = 0; c < plan.groupChannels(); c++) {
              int w = weights + c * row;
              double sum = 0;
              for (int o = 0; o < plan.groupOutputs(); o++) {
                sum += gradient[out + o] * filter[w + o];
              }
              input[in + c] += sum;
            }
          });
    }

    @Override
    public void integers(KernelContext context, long[] gradient, long[] filter, long[] input) {
      int row = plan.outputs();
      plan.forEach(
          context,
          (in, weights, out) -> {
            for (int c = 0; c < plan.groupChannels(); c++) {
              int w = weights + c * row;
              for (int o = 0; o < plan.groupOutputs(); o++) {
                input[in + c] += gradient[out + o] * filter[w + o];
              }
            }
          });
    }
  }
}
