package dev.weir.train.internal.epoch;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;

/**
 * Admits a step that writes here in an epoch, for the rest of the step: no other epoch begins while
 * it runs. Fails with {@code ABORTED} if the task is in another epoch or the epoch is not finished;
 * with {@code restoring} it must be begun and not finished. Epoch 0 stands for none: such a step is
 * admitted in any epoch that is finished.
 */
final class WeirEnterEpoch extends EpochOp {
  /** Where a step keeps what it has entered. */
  private static final String CONTAINER = "weir epochs";

  WeirEnterEpoch() {
    super(
        "WeirEnterEpoch(epoch: int64) -> () restoring:bool=false; shared_name:string=\"\";"
            + " stateful");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    String name = name(spec);
    boolean isRestoring = spec.attrs().bool("restoring");
    return context -> {
      TaskEpoch state = state(context, name);
      long epoch = context.input(0).getLong(0);
      context
          .stepResources()
          .getOrCreate(
              CONTAINER,
              context.device() + " " + name,
              TaskEpoch.Visit.class,
              () -> state.enter(epoch, isRestoring));
    };
  }
}
