package dev.weir.ops.random;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.DType;

/**
 * Normal numbers with mean 0 and deviation 1, those beyond 2 drawn again, from a generator that
 * goes on from run to run.
 */
final class TruncatedNormal extends ShapedRandom {
  TruncatedNormal() {
    super(
        "TruncatedNormal(shape: T) -> (output: dtype) seed:int=0; seed2:int=0; dtype:type"
            + " in [half, bfloat16, float, double]; T:type in [int32, int64]; stateful",
        Source.ofState());
  }

  @Override
  Sampler<?> sampler(KernelContext context, DType dtype) {
    return Samplers.truncatedNormal(dtype);
  }
}
