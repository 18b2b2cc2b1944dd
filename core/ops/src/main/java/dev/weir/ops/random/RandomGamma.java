package dev.weir.ops.random;

/** Numbers from gamma distributions with scale 1; {@code alpha} gives their shapes. */
final class RandomGamma extends GammaRandom {
  RandomGamma() {
    super(
        "RandomGamma(shape: S, alpha: T) -> (output: T) seed:int=0; seed2:int=0; S:type in"
            + " [int32, int64]; T:type in [half, float, double]; stateful",
        Source.ofState(),
        1,
        false);
  }
}
