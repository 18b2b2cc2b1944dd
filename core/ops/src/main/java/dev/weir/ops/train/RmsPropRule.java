package dev.weir.ops.train;

/**
 * RMSProp: {@code ms ← ρ ms + (1 - ρ) g²; mom ← momentum mom + lr g / √(ms + ε); var ← var - mom}.
 *
 * <p>See <a
 * href="https://www.cs.toronto.edu/~tijmen/csc321/slides/lecture_slides_lec6.pdf">Hinton's lecture
 * 6e, 2012</a>.
 */
final class RmsPropRule implements UpdateRule {
  @Override
  public void apply(UpdateBlock block) {
    Numbers gradient = block.gradient();
    Numbers squares = Adaptive.mean(block, "ms", gradient.square(), "rho");
    Numbers divisor = squares.plus(block.parameter("epsilon")).sqrt();
    Adaptive.moveByMomentum(block, gradient, divisor);
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
