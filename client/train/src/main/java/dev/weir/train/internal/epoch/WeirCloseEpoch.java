package dev.weir.train.internal.epoch;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/** Says that the training of the current epoch is over and its last checkpoint is saved. */
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
