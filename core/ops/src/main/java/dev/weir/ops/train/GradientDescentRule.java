package dev.weir.ops.train;

/** Gradient descent: {@code var ← var - α δ}. */
final class GradientDescentRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers change = block.gradient().times(block.parameter("alpha"));
    block.set("var", block.get("var").minus(change));
  }

  @Override
  public SingleStep single(UpdateParameters parameters) {
    float alpha = parameters.single("alpha");
    return (values, gradient, count) -> descend(values[0], gradient, count, alpha);
  }

  private static void descend(float[] var, float[] gradient, int count, float alpha) {
    for (int i = 0; i < count; i++) {
      var[i] = var[i] - gradient[i] * alpha;
    }
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
