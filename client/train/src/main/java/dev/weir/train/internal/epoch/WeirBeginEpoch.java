package dev.weir.train.internal.epoch;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/**
 * Begins an epoch on this task. From then on until the epoch is finished the task admits only steps
 * that restore it, and those only once no step of an earlier epoch runs here. An epoch that goes on
 * with the values there are, instead of restoring them, names the epoch it follows: that must be
 * the current one, and finished. The number of the training is kept for those who ask whose epoch
 * it is; 0 if the training has no name.
 */
final class WeirBeginEpoch extends EpochOp {
  WeirBeginEpoch() {
    super(
        "WeirBeginEpoch(epoch: int64, after: int64, training: int64) -> ()"
            + " shared_name:string=\"\"; stateful");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String name = name(spec);
    return context ->
        state(context, name)
            .begin(
                context.input(0).getLong(0),
                context.input(1).getLong(0),
                context.input(2).getLong(0));
  }
}
