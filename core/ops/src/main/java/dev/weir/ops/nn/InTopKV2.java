package dev.weir.ops.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/**
 * Whether the target class is among the {@code k} with the greatest predictions, row by row; {@code
 * k} is an input.
 */
final class InTopKV2 extends InTop {
  InTopKV2() {
    super(
        "InTopKV2(predictions: float, targets: T, k: T) -> (precision: bool) T:type=int32 in"
            + " [int32, int64];");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> test(context, context.input(2).getLong(0));
  }
}
