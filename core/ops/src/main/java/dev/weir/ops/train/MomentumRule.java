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
      float accumulated = accum[i] * momentum + gradient[i];
      accum[i] = accumulated;
      var[i] = var[i] - accumulated * rate;
    }
  }

  private static void lookAhead(
      float[] var, float[] accum, float[] gradient, int count, float rate, float momentum) {
    for (int i = 0; i < count; i++) {
      float accumulated = accum[i] * momentum + gradient[i];
      accum[i] = accumulated;
      var[i] = var[i] - (gradient[i] * rate + accumulated * momentum * rate);
    }
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
