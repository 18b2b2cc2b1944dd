package dev.weir.ops.train;

/** What rules share that divide by the size of past gradients. */
final class Adaptive {
  private Adaptive() {}

  /** The sum of squares in {@code accum}, to which those of a gradient may be added before. */
  static Numbers squares(UpdateBlock block, Numbers gradient, boolean isUpdated) {
    Numbers before = block.get("accum");
    return isUpdated ? block.set("accum", before.plus(gradient.square())) : before;
  }

  /** A mean that forgets: {@code mean + (x - mean) (1 - decay)}. */
  static Numbers mean(UpdateBlock block, String name, Numbers x, String decay) {
    Numbers before = block.get(name);
    return block.set(name, before.plus(x.minus(before).times(block.oneMinus(decay))));
  }

  /** A mean that forgets, computed as {@code mean decay + x (1 - decay)}. */
  static Numbers weightedMean(UpdateBlock block, String name, Numbers x, String decay) {
    Numbers before = block.get(name).times(block.parameter(decay));
    return block.set(name, before.plus(x.times(block.oneMinus(decay))));
  }

  /** {@code mom ← momentum mom + lr g / divisor; var ← var - mom}. */
  static void moveByMomentum(UpdateBlock block, Numbers gradient, Numbers divisor) {
    Numbers kept = block.get("mom").times(block.parameter("momentum"));
    Numbers change = gradient.times(block.parameter("lr")).dividedBy(divisor);
    block.set("var", block.get("var").minus(block.set("mom", kept.plus(change))));
  }

  /** Adam's learning rate: {@code lr √(1 - β₂ᵗ) / (1 - β₁ᵗ)}. */
  static Numbers unbiasedRate(UpdateBlock block) {
    return block
        .parameter("lr")
        .times(block.oneMinus("beta2_power").sqrt())
        .dividedBy(block.oneMinus("beta1_power"));
  }
}
