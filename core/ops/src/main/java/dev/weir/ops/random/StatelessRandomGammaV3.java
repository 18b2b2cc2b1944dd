package dev.weir.ops.random;

/** Numbers from gamma distributions, the same in every run for the same key and counter. */
final class StatelessRandomGammaV3 extends GammaRandom {
  StatelessRandomGammaV3() {
    super(
        "StatelessRandomGammaV3(shape: shape_dtype, key: uint64, counter: uint64, alg:"
            + " int32, alpha: dtype) -> (output: dtype) dtype:type in [half, float, double];"
            + " shape_dtype:type=int32 in [int32, int64];",
        Source.ofKeyInputs(1),
        4,
        true);
  }
}
