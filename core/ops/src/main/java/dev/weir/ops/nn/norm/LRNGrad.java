package dev.weir.ops.nn.norm;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The gradient of {@code LRN} from its gradient, input and output: {@code dx[c] = Σ dy[k] ([k = c]
 * d[k]^-beta - 2 alpha beta x[c] y[k] / d[k])} over the neighbors k, d being what was divided by.
 */
final class LRNGrad extends Op {
  LRNGrad() {
    super(
        "LRNGrad(input_grads: T, input_image: T, output_image: T) -> (output: T)"
            + " depth_radius:int=5; bias:float=1.0; alpha:float=1.0; beta:float=0.5; T:type=float"
            + " in [half, bfloat16, float];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape shape = context.requireRank(0, 4);
    for (int i = 1; i < 3; i++) {
      if (!context.requireRank(i, 4).isCompatibleWith(shape)) {
        throw context.invalid(
            "gradient, input and output must have the same shape: %s, %s",
            context.describe(0), context.describe(i));
      }
      shape = shape.mergeWith(context.requireRank(i, 4));
    }
    return List.of(shape);
  }

  @Override
  public String notDifferentiable() {
    return "second derivatives of the normalization by neighboring channels are not defined";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    ResponseNormalization rule = ResponseNormalization.of(spec.attrs());
    return context -> gradient(context, rule);
  }

  private static void gradient(KernelContext context, ResponseNormalization rule) {
    Tensor gradient = context.input(0);
    Tensor input = context.input(1);
    Tensor normalized = context.input(2);
    Tensor output = context.allocate(0, input.shape());
    int channels = Math.toIntExact(input.shape().size(3));
    double[] divisors = new double[channels];
    for (long at = 0; at < input.elements(); at += channels) {
      for (int c = 0; c < channels; c++) {
        divisors[c] = rule.divisor(input, at, c, channels);
      }
      for (int c = 0; c < channels; c++) {
        double sum = gradient.getDouble(at + c) * Math.pow(divisors[c], -rule.beta());
        double factor = 2 * rule.alpha() * rule.beta() * input.getDouble(at + c);
        for (int k = (int) rule.first(c); k < rule.end(c, channels); k++) {
          sum -= factor * gradient.getDouble(at + k) * normalized.getDouble(at + k) / divisors[k];
        }
        output.setDouble(at + c, sum);
      }
    }
  }
}
