package dev.weir.ops.random;

/** Numbers from gamma distributions, the same in every run for the same seed. */
final class StatelessRandomGammaV2 extends GammaRandom {
  StatelessRandomGammaV2() {
    super(
        "StatelessRandomGammaV2(shape: T, seed: Tseed, alpha: dtype) -> (output: dtype)"
            + " dtype:type in [half, float, double]; T:type in [int32, int64]; Tseed:type=int64 in"
            + " [int32, int64];",
        Source.ofSeedInput(1),
        2,
        true);
  }
}
