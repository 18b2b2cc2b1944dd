package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;

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
          "rows to normalise have a known length, got %s", x.asOutput());
    }
    Model inside = model.in("layer_norm");
    Shape each = Shape.of(shape.size(last));
    Operand gamma = inside.variable("gamma", Initializer.ones().of(inside, each, x.dtype()));
    Operand beta = inside.variable("beta", Initializer.zeros().of(inside, each, x.dtype()));
    return inside.ops().nn.layerNorm(x, new int[] {last}, beta, gamma, epsilon);
  }
}
