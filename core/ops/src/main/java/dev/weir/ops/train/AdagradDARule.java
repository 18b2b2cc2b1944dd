package dev.weir.ops.train;

/**
 * Adagrad by dual averaging: {@code G ← G + g} and {@code S ← S + g²}, the two accumulators, then
 * {@code var ← -sign(G) lr max(|G| - t l1, 0) / (t l2 lr + √S)}, where {@code t} is the global
 * step.
 *
 * <p>See <a href="https://jmlr.org/papers/v12/duchi11a.html">Duchi, Hazan and Singer, 2011</a>.
 */
final class AdagradDARule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers sum =
        block.set("gradient_accumulator", block.get("gradient_accumulator").plus(gradient));
    Numbers squares =
        block.set(
            "gradient_squared_accumulator",
            block.get("gradient_squared_accumulator").plus(gradient.square()));
    Numbers rate = block.parameter("lr");
    Numbers step = block.parameter("global_step");
    Numbers l1 = block.parameter("l1");
    Numbers divisor = block.parameter("l2").times(step.times(rate)).plus(squares.sqrt());
    Numbers shrunk = sum;
    if (l1.first() > 0) {
      shrunk = sum.sign().times(sum.abs().minus(step.times(l1)).max(block.constant(0)));
    }
    block.set("var", rate.times(shrunk).negated().dividedBy(divisor));
  }
}
