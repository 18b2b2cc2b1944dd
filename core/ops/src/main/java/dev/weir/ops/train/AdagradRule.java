package dev.weir.ops.train;

import dev.weir.graph.Attributes;
import org.jspecify.annotations.Nullable;

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
  public @Nullable SingleStep single(UpdateParameters parameters) {
    if (!updateSlots) {
      return null;
    }
    float rate = parameters.single("lr");
    return (values, g, count) -> move(values[0], values[1], g, count, rate);
  }

  private static void move(float[] var, float[] accum, float[] gradient, int count, float rate) {
    for (int i = 0; i < count; i++) {
      float accumulated = accum[i] + gradient[i] * gradient[i];
      accum[i] = accumulated;
      var[i] = var[i] - gradient[i] * rate * (float) (1 / Math.sqrt(accumulated));
    }
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
