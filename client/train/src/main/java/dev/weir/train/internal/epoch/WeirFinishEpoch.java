package dev.weir.train.internal.epoch;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/** Finishes the epoch that was begun last on this task: steps of it may enter. */
final class WeirFinishEpoch extends EpochOp {
  WeirFinishEpoch() {
    super("WeirFinishEpoch(epoch: int64) -> () shared_name:string=\"\"; stateful");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String name = name(spec);
    return context -> state(context, name).finish(context.input(0).getLong(0));
  }
}
