package dev.weir.ops.random;

/** Integers in {@code [minval, maxval)}, the same in every run for the same seed. */
final class StatelessRandomUniformInt extends UniformIntegers {
  StatelessRandomUniformInt() {
    super(
        "StatelessRandomUniformInt(shape: T, seed: Tseed, minval: dtype, maxval: dtype) ->"
            + " (output: dtype) dtype:type in [int32, int64]; T:type in [int32, int64];"
            + " Tseed:type=int64 in [int32, int64];",
        Source.ofSeedInput(1),
        2);
  }
}
