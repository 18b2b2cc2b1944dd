package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;

/**
 * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again, the same in every run for
 * the same key and counter.
 */
final class StatelessTruncatedNormalV2 extends ShapedRandom {
  StatelessTruncatedNormalV2() {
    super(
        "StatelessTruncatedNormalV2(shape: Tshape, key: uint64, counter: uint64, alg:"
            + " int32) -> (output: dtype) dtype:type=float in [half, bfloat16, float, double];"
            + " Tshape:type=int32 in [int32, int64];",
        Source.ofKeyInputs(1));
  }

  @Override
  Sampler<?> sampler(KernelContext context, DType dtype) {
    return Samplers.truncatedNormal(dtype);
  }
}
