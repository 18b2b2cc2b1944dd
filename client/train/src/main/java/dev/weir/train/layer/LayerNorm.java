package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import dev.weir.train.Precision;

/**
 * Makes every row along the last dimension have mean 0 and variance 1, then scales and moves it.
 *
 * @param epsilon added to variances
 */
public record LayerNorm(float epsilon) implements Layer {
  public LayerNorm {
    if (!(epsilon > 0)) {
      throw WeirException.invalidArgument("epsilon is above 0, got %s", epsilon);
    }
  }

  /** With epsilon 0.001. */
  public static LayerNorm create() {
    return new LayerNorm(1e-3f);
  }

  @Override
  public Output apply(Model model, Operand x) {
    Shape shape = x.shape();
    int last = shape.hasRank() ? shape.rank() - 1 : -1;
    if (last < 0 || shape.size(last) == Shape.UNKNOWN_SIZE) {
      throw WeirException.invalidArgument(
          "rows to normalize have a known length, got %s", x.asOutput());
    }
    Model inside = model.in("layer_norm");
    Ops ops = inside.ops();
    Shape each = Shape.of(shape.size(last));
    // with a mixed precision everything here is float32, but not what comes out
    Output in = inside.precision().isMixed() ? Precision.wide(ops, x) : x.asOutput();
    Output gamma = Weights.trained(inside, "gamma", Initializer.ones(), each, in.dtype());
    Output beta = Weights.trained(inside, "beta", Initializer.zeros(), each, in.dtype());
    Output level = ops.nn.layerNorm(in, new int[] {last}, beta, gamma, epsilon);
    return inside.precision().computed(ops, level);
  }
}
