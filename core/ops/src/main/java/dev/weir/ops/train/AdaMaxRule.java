package dev.weir.ops.train;

/**
 * AdaMax: {@code m ← m + (1 - β₁) (g - m); v ← max(β₂ v, |g|); var ← var - lr / (1 - β₁ᵗ) m / (v +
 * ε)}.
 *
 * <p>See <a href="https://arxiv.org/abs/1412.6980">Kingma and Ba, 2014</a>, section 7.1.
 */
final class AdaMaxRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers mean = Adaptive.mean(block, "m", gradient, "beta1");
    Numbers largest =
        block.set("v", block.parameter("beta2").times(block.get("v")).max(gradient.abs()));
    Numbers rate = block.parameter("lr").dividedBy(block.oneMinus("beta1_power"));
    Numbers change = rate.times(mean.dividedBy(largest.plus(block.parameter("epsilon"))));
    block.set("var", block.get("var").minus(change));
  }
}
