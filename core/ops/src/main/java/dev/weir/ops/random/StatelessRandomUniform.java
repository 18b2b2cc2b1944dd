package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;

/** Uniform numbers in [0, 1), the same in every run for the same seed. */
final class StatelessRandomUniform extends ShapedRandom {
  StatelessRandomUniform() {
    super(
        "StatelessRandomUniform(shape: T, seed: Tseed) -> (output: dtype) dtype:type=float"
            + " in [half, bfloat16, float, double]; T:type=int32 in [int32, int64];"
            + " Tseed:type=int64 in [int32, int64];",
        Source.ofSeedInput(1));
  }

  @Override
  Sampler<?> sampler(KernelContext context, DType dtype) {
    return Samplers.uniform(dtype);
  }
}
