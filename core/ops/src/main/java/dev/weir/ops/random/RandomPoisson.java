package dev.weir.ops.random;

/** Numbers from Poisson distributions; the older form, whose output has the type of the rates. */
final class RandomPoisson extends PoissonRandom {
  RandomPoisson() {
    super(
        "RandomPoisson(shape: S, rate: dtype) -> (output: dtype) seed:int=0; seed2:int=0;"
            + " S:type in [int32, int64]; dtype:type in [half, float, double]; stateful",
        Source.ofState(),
        1,
        false);
  }
}
