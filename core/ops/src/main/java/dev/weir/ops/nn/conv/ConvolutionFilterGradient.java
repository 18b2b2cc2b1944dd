package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The gradient of a convolution with respect to its filter, whose sizes are given: the sum of the
 * products of what met there, over all images.
 */
abstract class ConvolutionFilterGradient extends ConvolutionOp {
  ConvolutionFilterGradient(String signature, ConvolutionFamily family) {
    super(signature, family);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    WindowAttributes window = checkedWindow(context);
    int rank = window.layout().rank();
    Shape input = context.requireRank(0, rank);
    Shape filter = Sizes.shape(context, 1);
    if (!filter.hasRank()) {
      filter = Shape.unknownOfRank(rank);
    }
    if (!filter.hasRank(rank)) {
      throw context.invalid("filter_sizes must have %d numbers, got %s", rank, filter);
    }
    checkGradient(context, 2, window, input, filter);
    return List.of(filter);
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            family()
                .inputGradient(
                    context, on.shape(context.input(0)), context.gradient(), context.input(2)));
    context.flow(2, () -> family().forward(context, context.input(0), context.gradient()));
  }

  @Override
  public final double workPerByte() {
    return 50;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    WindowAttributes window = window(spec.attrs());
    return context -> gather(context, window);
  }

  private void gather(KernelContext context, WindowAttributes window) {
    Tensor input = context.input(0);
    Tensor gradient = context.input(2);
    Tensor output = context.allocate(0, Shape.of(Sizes.values(context.input(1))));
    if (input.elements() == 0 || gradient.elements() == 0 || output.elements() == 0) {
      ElementCopier.clear(output);
      return;
    }
    ConvolutionPlan plan = plan(window, input.shape(), output.shape());
    ImageNumbers inputs = new ImageNumbers(input, window.layout());
    ImageNumbers gradients = new ImageNumbers(gradient, window.layout());
    double[] sums = new double[Math.toIntExact(output.elements())];
    for (long n = 0; n < input.shape().size(0); n++) {
      add(context, plan, inputs.doubles(n), gradients.doubles(n), sums);
    }
    for (int i = 0; i < sums.length; i++) {
      output.setDouble(i, sums[i]);
    }
  }

  private static void add(
      KernelContext context,
      ConvolutionPlan plan,
      double[] input,
      double[] gradient,
      double[] sums) {
    int row = plan.outputs();
    plan.forEach(
        context,
        (in, weights, out) -> {
          for (int c = 0; c < plan.groupChannels(); c++) {
            double x = input[in + c];
            int w = weights + c * row;
            for (int o = 0; o < plan.groupOutputs(); o++) {
              sums[w + o] += x * gradient[out + o];
            }
          }
        });
  }
}
