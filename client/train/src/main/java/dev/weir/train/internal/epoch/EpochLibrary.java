package dev.weir.train.internal.epoch;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** The ops of epochs. They are Weir's own: TensorFlow has no counterparts. */
public final class EpochLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> runtimeOps() {
    return List.of(
        new WeirBeginEpoch(),
        new WeirCloseEpoch(),
        new WeirEnterEpoch(),
        new WeirFinishEpoch(),
        new WeirReadEpoch(),
        new WeirRenewEpoch());
  }
}
