package dev.weir.ops.train;

import dev.weir.graph.Attributes;

/**
 * Momentum as Keras has it, which accumulates changes instead of gradients: {@code accum ← momentum
 * accum - lr g; var ← var + accum}, or with {@code use_nesterov} {@code var ← var + momentum accum
 * - lr g}.
 */
final class KerasMomentumRule implements UpdateRule {
  private final boolean useNesterov;

  KerasMomentumRule(Attributes attrs) {
    useNesterov = attrs.bool("use_nesterov");
  }

  @Override
  public void apply(UpdateBlock block) {
    Numbers momentum = block.parameter("momentum");
    Numbers change = block.gradient().times(block.parameter("lr"));
    Numbers accumulated = block.set("accum", block.get("accum").times(momentum).minus(change));
    block.set(
        "var",
        block
            .get("var")
            .plus(useNesterov ? accumulated.times(momentum).minus(change) : accumulated));
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
