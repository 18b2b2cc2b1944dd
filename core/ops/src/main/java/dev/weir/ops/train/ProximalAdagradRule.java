package dev.weir.ops.train;

/**
 * Forward-backward splitting with Adagrad's learning rate: {@code accum ← accum + g²} and {@code r
 * = lr / √accum}, then {@code v = var - r g} and {@code var ← sign(v) max(|v| - r l1, 0) / (1 + r
 * l2)}. {@code lr} must be positive, {@code l1} and {@code l2} not negative.
 */
final class ProximalAdagradRule implements UpdateRule {
  @Override
  public void check(UpdateParameters parameters) {
    parameters.requirePositive("lr");
    parameters.requireAtLeastZero("l1");
    parameters.requireAtLeastZero("l2");
  }

  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers accumulated = Adaptive.squares(block, gradient, true);
    Numbers rate = block.parameter("lr").times(accumulated.reciprocalSqrt());
    Numbers moved = block.get("var").minus(gradient.times(rate));
    block.set("var", Proximal.shrink(block, moved, rate));
  }
}
