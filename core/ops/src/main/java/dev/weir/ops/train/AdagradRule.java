package dev.weir.ops.train;

import dev.weir.graph.Attributes;

/**
 * Adagrad: {@code accum ← accum + g²; var ← var - lr g / √accum}. Without {@code update_slots}
 * {@code accum} stays as it is.
 *
 * <p>See <a href="https://jmlr.org/papers/v12/duchi11a.html">Duchi, Hazan and Singer, 2011</a>.
 */
final class AdagradRule implements UpdateRule {
  private final boolean updateSlots;

  AdagradRule(Attributes attrs) {
    updateSlots = attrs.bool("update_slots");
  }

  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers accumulated = Adaptive.squares(block, gradient, updateSlots);
    Numbers change = gradient.times(block.parameter("lr")).times(accumulated.reciprocalSqrt());
    block.set("var", block.get("var").minus(change));
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
