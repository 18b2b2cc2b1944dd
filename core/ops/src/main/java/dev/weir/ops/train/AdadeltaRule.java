package dev.weir.ops.train;

/**
 * Adadelta: {@code accum ← ρ accum + (1 - ρ) g²}, then {@code u = √(accum_update + ε) g / √(accum +
 * ε)}, {@code var ← var - lr u} and {@code accum_update ← ρ accum_update + (1 - ρ) u²}.
 *
 * <p>See <a href="https://arxiv.org/abs/1212.5701">Zeiler, 2012</a>.
 */
final class AdadeltaRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers epsilon = block.parameter("epsilon");
    Numbers accumulated = Adaptive.weightedMean(block, "accum", gradient.square(), "rho");
    Numbers update =
        block
            .get("accum_update")
            .plus(epsilon)
            .sqrt()
            .times(accumulated.plus(epsilon).reciprocalSqrt())
            .times(gradient);
    block.set("var", block.get("var").minus(update.times(block.parameter("lr"))));
    Adaptive.weightedMean(block, "accum_update", update.square(), "rho");
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
