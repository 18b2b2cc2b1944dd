package dev.weir.ops.random;

/** Classes drawn with given log-probabilities, the same in every run for the same seed. */
final class StatelessMultinomial extends Categorical {
  StatelessMultinomial() {
    super(
        "StatelessMultinomial(logits: T, num_samples: int32, seed: Tseed) -> (output:"
            + " output_dtype) T:type in [float, double, int32, uint8, int16, int8, int64,"
            + " bfloat16, uint16, half, uint32, uint64]; Tseed:type=int64 in [int32, int64];"
            + " output_dtype:type=int64 in [int32, int64];",
        Source.ofSeedInput(2));
  }
}
