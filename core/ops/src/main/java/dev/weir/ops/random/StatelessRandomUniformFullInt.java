package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;

/** Integers of which every bit is random, the same in every run for the same seed. */
final class StatelessRandomUniformFullInt extends ShapedRandom {
  StatelessRandomUniformFullInt() {
    super(
        "StatelessRandomUniformFullInt(shape: T, seed: Tseed) -> (output: dtype)"
            + " dtype:type=uint64 in [int32, int64, uint32, uint64]; T:type=int32 in [int32,"
            + " int64]; Tseed:type=int64 in [int32, int64, uint32, uint64];",
        Source.ofSeedInput(1));
  }

  @Override
  Sampler<?> sampler(KernelContext context, DType dtype) {
    return Samplers.allIntegers(dtype);
  }
}
