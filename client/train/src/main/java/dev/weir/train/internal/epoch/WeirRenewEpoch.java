package dev.weir.train.internal.epoch;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/** A heartbeat of the chief that has begun an epoch; fails if another one was begun since. */
final class WeirRenewEpoch extends EpochOp {
  WeirRenewEpoch() {
    super("WeirRenewEpoch(epoch: int64) -> () shared_name:string=\"\"; stateful");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String name = name(spec);
    return context -> state(context, name).renew(context.input(0).getLong(0));
  }
}
