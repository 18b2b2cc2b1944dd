package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * A convolution of images with a filter: {@code output[n, y, x, o] = Σ input[n, y s + i d, x s + j
 * d, c] filter[i, j, c, o]}, what is outside the images being 0. Sums are in double precision;
 * those of integers wrap.
 */
abstract class ConvolutionForward extends ConvolutionOp {
  ConvolutionForward(String signature, ConvolutionFamily family) {
    super(signature, family);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    WindowAttributes window = checkedWindow(context);
    int rank = window.layout().rank();
    return List.of(
        output(context, window, context.requireRank(0, rank), context.requireRank(1, rank)));
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            family()
                .inputGradient(
                    context, on.shape(context.input(0)), context.input(1), context.gradient()));
    context.flow(
        1,
        () ->
            family()
                .filterGradient(
                    context, context.input(0), on.shape(context.input(1)), context.gradient()));
  }

  @Override
  public final double workPerByte() {
    return 50;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    WindowAttributes window = window(spec.attrs());
    return context -> convolve(context, window);
  }

  private void convolve(KernelContext context, WindowAttributes window) {
    Tensor input = context.input(0);
    Tensor filter = context.input(1);
    ConvolutionPlan plan = plan(window, input.shape(), filter.shape());
    long[] space = new long[window.layout().spaces()];
    for (int i = 0; i < space.length; i++) {
      space[i] = plan.axes().get(i + 3 - space.length).out();
    }
    Tensor output =
        context.allocate(0, window.layout().shape(input.shape().size(0), space, plan.outputs()));
    new Sums(plan)
        .forEach(
            context,
            new ImageNumbers(input, window.layout()),
            filter,
            new ImageNumbers(output, window.layout()));
  }

  /** Each output is the sum of the products of what meets there. */
  private record Sums(ConvolutionPlan plan) implements ImageLoop {
    @Override
    public void reals(KernelContext context, double[] input, double[] filter, double[] output) {
      int row = plan.outputs();
      plan.forEach(
          context,
          (in, weights, out) -> {
            for (int c = 0; c < plan.groupChannels(); c++) {
              double x = input[in + c];
              int w = weights + c * row;
              for (int o = 0; o < plan.groupOutputs(); o++) {
                output[out + o] += x * filter[w + o];
              }
            }
          });
    }

    @Override
    public void integers(KernelContext context, long[] input, long[] filter, long[] output) {
      int row = plan.outputs();
      plan.forEach(
          context,
          (in, weights, out) -> {
            for (int c = 0; c < plan.groupChannels(); c++) {
              long x = input[in + c];
              int w = weights + c * row;
              for (int o = 0; o < plan.groupOutputs(); o++) {
                output[out + o] += x * filter[w + o];
              }
            }
          });
    }
  }
}
