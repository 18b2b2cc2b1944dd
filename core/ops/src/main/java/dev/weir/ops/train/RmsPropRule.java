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
  public SingleStep single(UpdateParameters parameters) {
    float newOfSquares = 1 - parameters.single("rho");
    float momentum = parameters.single("momentum");
    float rate = parameters.single("lr");
    float epsilon = parameters.single("epsilon");
    return (values, gradient, count) ->
        move(
            values[0],
            values[1],
            values[2],
            gradient,
            count,
            newOfSquares,
            momentum,
            rate,
            epsilon);
  }

  private static void move(
      float[] var,
      float[] ms,
      float[] mom,
      float[] gradient,
      int count,
      float newOfSquares,
      float momentum,
      float rate,
      float epsilon) {
    for (int i = 0; i < count; i++) {
      float g = gradient[i];
      float squares = ms[i] + (g * g - ms[i]) * newOfSquares;
      float moved = mom[i] * momentum + g * rate / (float) Math.sqrt(squares + epsilon);
      ms[i] = squares;
      mom[i] = moved;
      var[i] = var[i] - moved;
    }
  }

  @Override
  public boolean allowsComplex() {
    return true;
  }
}
