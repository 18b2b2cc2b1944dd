package dev.weir.ops.train;

import dev.weir.graph.Attributes;
import org.jspecify.annotations.Nullable;

/**
 * Adam: {@code m ← m + (1 - β₁) (g - m); v ← v + (1 - β₂) (g² - v); var ← var - α m / (√v + ε)}
 * with {@code α = lr √(1 - β₂ᵗ) / (1 - β₁ᵗ)}. The powers are inputs: who builds the step keeps
 * them. With {@code use_nesterov} the new gradient counts once more: {@code (1 - β₁) g + β₁ m}
 * instead of {@code m}.
 *
 * <p>See <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>.
 */
final class AdamRule implements UpdateRule {
  private final boolean useNesterov;

  AdamRule(Attributes attrs) {
    useNesterov = attrs.bool("use_nesterov");
  }

  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers mean = Adaptive.mean(block, "m", gradient, "beta1");
    Numbers squares = Adaptive.mean(block, "v", gradient.square(), "beta2");
    Numbers direction = mean;
    if (useNesterov) {
      direction =
          gradient.times(block.oneMinus("beta1")).plus(block.parameter("beta1").times(mean));
    }
    Numbers divisor = squares.sqrt().plus(block.parameter("epsilon"));
    Numbers change = direction.times(Adaptive.unbiasedRate(block)).dividedBy(divisor);
    block.set("var", block.get("var").minus(change));
  }

  @Override
  public @Nullable SingleStep single(UpdateParameters parameters) {
    if (useNesterov) {
      return null;
    }
    float newOfMean = 1 - parameters.single("beta1");
    float newOfSquares = 1 - parameters.single("beta2");
    float rate = Adaptive.unbiasedRate(parameters);
    float epsilon = parameters.single("epsilon");
    return (values, gradient, count) ->
        move(
            values[0],
            values[1],
            values[2],
            gradient,
            count,
            newOfMean,
            newOfSquares,
            rate,
            epsilon);
  }

  private static void move(
      float[] var,
      float[] m,
      float[] v,
      float[] gradient,
      int count,
      float newOfMean,
      float newOfSquares,
      float rate,
      float epsilon) {
    for (int i = 0; i < count; i++) {
      float g = gradient[i];
      float mean = m[i] + (g - m[i]) * newOfMean;
      float squares = v[i] + (g * g - v[i]) * newOfSquares;
      m[i] = mean;
      v[i] = squares;
      var[i] = var[i] - mean * rate / ((float) Math.sqrt(squares) + epsilon);
    }
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
