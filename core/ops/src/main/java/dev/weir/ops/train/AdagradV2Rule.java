package dev.weir.ops.train;

import dev.weir.graph.Attributes;
import org.jspecify.annotations.Nullable;

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
  public @Nullable SingleStep single(UpdateParameters parameters) {
    if (!updateSlots) {
      return null;
    }
    float rate = parameters.single("lr");
    float epsilon = parameters.single("epsilon");
    return (values, g, count) -> move(values[0], values[1], g, count, rate, epsilon);
  }

  private static void move(
      float[] var, float[] accum, float[] gradient, int count, float rate, float epsilon) {
    for (int i = 0; i < count; i++) {
      float accumulated = accum[i] + gradient[i] * gradient[i];
      accum[i] = accumulated;
      var[i] = var[i] - gradient[i] * rate / ((float) Math.sqrt(accumulated) + epsilon);
    }
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
