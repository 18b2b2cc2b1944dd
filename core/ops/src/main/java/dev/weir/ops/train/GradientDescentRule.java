package dev.weir.ops.train;

/** Gradient descent: {@code var ← var - α δ}. */
final class GradientDescentRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers change = block.gradient().times(block.parameter("alpha"));
    block.set("var", block.get("var").minus(change));
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
