package dev.weir.ops.random;

/** Integers in {@code [minval, maxval)}, from a generator that goes on from run to run. */
final class RandomUniformInt extends UniformIntegers {
  RandomUniformInt() {
    super(
        "RandomUniformInt(shape: T, minval: Tout, maxval: Tout) -> (output: Tout)"
            + " seed:int=0; seed2:int=0; Tout:type in [int32, int64]; T:type in [int32, int64];"
            + " stateful",
        Source.ofState(),
        1);
  }
}
