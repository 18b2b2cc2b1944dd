package dev.weir.ops.random;

/** Numbers from Poisson distributions whose rates are given, from a generator that goes on. */
final class RandomPoissonV2 extends PoissonRandom {
  RandomPoissonV2() {
    super(
        "RandomPoissonV2(shape: S, rate: R) -> (output: dtype) seed:int=0; seed2:int=0;"
            + " S:type in [int32, int64]; R:type=double in [half, float, double, int32, int64];"
            + " dtype:type=int64 in [half, float, double, int32, int64]; stateful",
        Source.ofState(),
        1,
        false);
  }
}
