package dev.weir.ops.train;

/**
 * Adam that never forgets a large gradient: as {@link AdamRule}, but it divides by the largest
 * {@code v} so far, {@code vhat ← max(vhat, v); var ← var - α m / (√vhat + ε)}.
 *
 * <p>See <a href="https://arxiv.org/abs/1904.09237">Reddi, Kale and Kumar, 2018</a>.
 */
final class AmsgradRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers mean = Adaptive.mean(block, "m", gradient, "beta1");
    Numbers squares = Adaptive.mean(block, "v", gradient.square(), "beta2");
    Numbers largest = block.set("vhat", block.get("vhat").max(squares));
    Numbers divisor = largest.sqrt().plus(block.parameter("epsilon"));
    Numbers change = mean.times(Adaptive.unbiasedRate(block)).dividedBy(divisor);
    block.set("var", block.get("var").minus(change));
  }
}
