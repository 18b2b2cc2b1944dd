package dev.weir.ops.train;

import dev.weir.graph.Attributes;

/**
 * Adagrad with a bound for small sums: {@code accum ← accum + g²; var ← var - lr g / (√accum + ε)}.
 * Without {@code update_slots} {@code accum} stays as it is.
 */
final class AdagradV2Rule implements UpdateRule {
  private final boolean updateSlots;

  AdagradV2Rule(Attributes attrs) {
    updateSlots = attrs.bool("update_slots");
  }

  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers accumulated = Adaptive.squares(block, gradient, updateSlots);
    Numbers divisor = accumulated.sqrt().plus(block.parameter("epsilon"));
    Numbers change = gradient.times(block.parameter("lr")).dividedBy(divisor);
    block.set("var", block.get("var").minus(change));
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
