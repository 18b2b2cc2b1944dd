package dev.weir.ops.train;

import dev.weir.graph.Attributes;

/**
 * Momentum: {@code accum ← momentum accum + g; var ← var - lr accum}, or with {@code use_nesterov}
 * {@code var ← var - (lr g + lr momentum accum)}.
 */
final class MomentumRule implements UpdateRule {
  private final boolean useNesterov;

  MomentumRule(Attributes attrs) {
    useNesterov = attrs.bool("use_nesterov");
  }

  @Override
  public void apply(UpdateBlock block) {
    Numbers rate = block.parameter("lr");
    Numbers momentum = block.parameter("momentum");
    Numbers gradient = block.gradient();
    Numbers accumulated = block.set("accum", block.get("accum").times(momentum).plus(gradient));
    Numbers change =
        useNesterov
            ? gradient.times(rate).plus(accumulated.times(momentum).times(rate))
            : accumulated.times(rate);
    block.set("var", block.get("var").minus(change));
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
