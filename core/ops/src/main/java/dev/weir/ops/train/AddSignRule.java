package dev.weir.ops.train;

/**
 * AddSign: {@code m ← β m + (1 - β) g; var ← var - lr (α + sign_decay sign(g) sign(m)) g}.
 *
 * <p>See <a href="https://arxiv.org/abs/1709.07417">Bello and others, 2017</a>.
 */
final class AddSignRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers mean = Adaptive.weightedMean(block, "m", gradient, "beta");
    Numbers agreement = gradient.sign().times(mean.sign());
    Numbers scale = block.parameter("alpha").plus(block.parameter("sign_decay").times(agreement));
    Numbers change = block.parameter("lr").times(scale).times(gradient);
    block.set("var", block.get("var").minus(change));
  }
}
