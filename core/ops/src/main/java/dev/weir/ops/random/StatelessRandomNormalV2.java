package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;

/**
 * Normal numbers with mean 0 and deviation 1, the same in every run for the same key and counter.
 */
final class StatelessRandomNormalV2 extends ShapedRandom {
  StatelessRandomNormalV2() {
    super(
        "StatelessRandomNormalV2(shape: Tshape, key: uint64, counter: uint64, alg: int32)"
            + " -> (output: dtype) dtype:type=float in [half, bfloat16, float, double];"
            + " Tshape:type=int32 in [int32, int64];",
        Source.ofKeyInputs(1));
  }

  @Override
  Sampler<?> sampler(KernelContext context, DType dtype) {
    return Samplers.normal(dtype);
  }
}
