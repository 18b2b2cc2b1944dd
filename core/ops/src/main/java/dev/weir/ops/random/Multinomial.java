package dev.weir.ops.random;

/** Classes drawn with given log-probabilities, from a generator that goes on from run to run. */
final class Multinomial extends Categorical {
  Multinomial() {
    super(
        "Multinomial(logits: T, num_samples: int32) -> (output: output_dtype) seed:int=0;"
            + " seed2:int=0; T:type in [float, double, int32, uint8, int16, int8, int64, bfloat16,"
            + " uint16, half, uint32, uint64]; output_dtype:type=int64 in [int32, int64]; stateful",
        Source.ofState());
  }
}
