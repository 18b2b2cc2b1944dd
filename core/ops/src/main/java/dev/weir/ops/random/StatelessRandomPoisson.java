package dev.weir.ops.random;

/** Numbers from Poisson distributions, the same in every run for the same seed. */
final class StatelessRandomPoisson extends PoissonRandom {
  StatelessRandomPoisson() {
    super(
        "StatelessRandomPoisson(shape: T, seed: Tseed, lam: Rtype) -> (output: dtype)"
            + " Rtype:type in [half, float, double, int32, int64]; dtype:type in [half, float,"
            + " double, int32, int64]; T:type in [int32, int64]; Tseed:type=int64 in [int32,"
            + " int64];",
        Source.ofSeedInput(1),
        2,
        true);
  }
}
