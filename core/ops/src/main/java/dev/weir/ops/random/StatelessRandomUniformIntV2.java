package dev.weir.ops.random;

/** Integers in {@code [minval, maxval)}, the same in every run for the same key and counter. */
final class StatelessRandomUniformIntV2 extends UniformIntegers {
  StatelessRandomUniformIntV2() {
    super(
        "StatelessRandomUniformIntV2(shape: Tshape, key: uint64, counter: uint64, alg:"
            + " int32, minval: dtype, maxval: dtype) -> (output: dtype) dtype:type in [int32,"
            + " int64, uint32, uint64]; Tshape:type=int32 in [int32, int64];",
        Source.ofKeyInputs(1),
        4);
  }
}
