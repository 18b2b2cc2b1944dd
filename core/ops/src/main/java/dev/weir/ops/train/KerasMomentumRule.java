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
  public SingleStep single(UpdateParameters parameters) {
    float rate = parameters.single("lr");
    float momentum = parameters.single("momentum");
    return useNesterov
        ? (values, g, count) -> lookAhead(values[0], values[1], g, count, rate, momentum)
        : (values, g, count) -> move(values[0], values[1], g, count, rate, momentum);
  }

  private static void move(
      float[] var, float[] accum, float[] gradient, int count, float rate, float momentum) {
    for (int i = 0; i < count; i++) {
      float accumulated = accum[i] * momentum - gradient[i] * rate;
      accum[i] = accumulated;
      var[i] = var[i] + accumulated;
    }
  }

  private static void lookAhead(
      float[] var, float[] accum, float[] gradient, int count, float rate, float momentum) {
    for (int i = 0; i < count; i++) {
      float change = gradient[i] * rate;
      float accumulated = accum[i] * momentum - change;
      accum[i] = accumulated;
      var[i] = var[i] + (accumulated * momentum - change);
    }
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
