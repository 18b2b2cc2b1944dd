package dev.weir.ops.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/** Whether the target class is among the {@code k} with the greatest predictions, row by row. */
final class InTopK extends InTop {
  InTopK() {
    super(
        "InTopK(predictions: float, targets: T) -> (precision: bool) k:int; T:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long k = spec.attrs().integer("k");
    return context -> test(context, k);
  }
}
