package dev.weir.ops.nn.norm;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SameAttributes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Divides each channel by a power of the sum of squares of its neighbors: {@code output = input /
 * (bias + alpha Σ input²)^beta} over the channels at most {@code depth_radius} away.
 */
final class LRN extends Op {
  LRN() {
    super(
        "LRN(input: T) -> (output: T) depth_radius:int=5; bias:float=1.0; alpha:float=1.0;"
            + " beta:float=0.5; T:type=float in [half, bfloat16, float];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    return List.of(context.requireRank(0, 4));
  }

  @Override
  public void gradient(GradientContext context) {
    String[] attributes = {"depth_radius", "bias", "alpha", "beta"};
    context.flow(
        0,
        () ->
            SameAttributes.build(
                context,
                "LRNGrad",
                attributes,
                context.gradient(),
                context.input(0),
                context.output(0)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    ResponseNormalization rule = ResponseNormalization.of(spec.attrs());
    return context -> normalize(context, rule);
  }

  private static void normalize(KernelContext context, ResponseNormalization rule) {
    Tensor input = context.input(0);
    Tensor output = context.allocate(0, input.shape());
    long channels = input.shape().size(3);
    for (long i = 0; i < input.elements(); i++) {
      long channel = i % channels;
      double divisor = rule.divisor(input, i - channel, channel, channels);
      output.setDouble(i, input.getDouble(i) * Math.pow(divisor, -rule.beta()));
    }
  }
}
