package dev.weir.ops.train;

import dev.weir.graph.Attributes;

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
  public boolean allowsComplex() {
    return true;
  }
}
