package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;

/** Integers of which every bit is random, the same in every run for the same key and counter. */
final class StatelessRandomUniformFullIntV2 extends ShapedRandom {
  StatelessRandomUniformFullIntV2() {
    super(
        "StatelessRandomUniformFullIntV2(shape: Tshape, key: uint64, counter: uint64, alg:"
            + " int32) -> (output: dtype) dtype:type=uint64 in [int32, int64, uint32, uint64];"
            + " Tshape:type=int32 in [int32, int64];",
        Source.ofKeyInputs(1));
  }

  @Override
  Sampler<?> sampler(KernelContext context, DType dtype) {
    return Samplers.allIntegers(dtype);
  }
}
