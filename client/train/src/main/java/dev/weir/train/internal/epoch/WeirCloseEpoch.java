package dev.weir.train.internal.epoch;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/** Closes the current epoch: its training is over, and the last checkpoint is saved. */
final class WeirCloseEpoch extends EpochOp {
  WeirCloseEpoch() {
    super("WeirCloseEpoch(epoch: int64) -> () shared_name:string=\"\"; stateful");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String name = name(spec);
    return context -> state(context, name).close(context.input(0).getLong(0));
  }
}
