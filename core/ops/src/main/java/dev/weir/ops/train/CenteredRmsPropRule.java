package dev.weir.ops.train;

/**
 * RMSProp that divides by an estimate of the variance: {@code ms ← ρ ms + (1 - ρ) g²; mg ← ρ mg +
 * (1 - ρ) g; mom ← momentum mom + lr g / √(ms - mg² + ε); var ← var - mom}.
 *
 * <p>See <a href="https://arxiv.org/abs/1308.0850">Graves, 2013</a>.
 */
final class CenteredRmsPropRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers squares = Adaptive.mean(block, "ms", gradient.square(), "rho");
    Numbers mean = Adaptive.mean(block, "mg", gradient, "rho");
    Numbers divisor = squares.minus(mean.square()).plus(block.parameter("epsilon")).sqrt();
    Adaptive.moveByMomentum(block, gradient, divisor);
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
