package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;

/**
 * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again, the same in every run for
 * the same seed.
 */
final class StatelessTruncatedNormal extends ShapedRandom {
  StatelessTruncatedNormal() {
    super(
        "StatelessTruncatedNormal(shape: T, seed: Tseed) -> (output: dtype)"
            + " dtype:type=float in [half, bfloat16, float, double]; T:type=int32 in [int32,"
            + " int64]; Tseed:type=int64 in [int32, int64];",
        Source.ofSeedInput(1));
  }

  @Override
  Sampler<?> sampler(KernelContext context, DType dtype) {
    return Samplers.truncatedNormal(dtype);
  }
}
