package dev.weir.train.internal;

import dev.weir.train.EpochNumber;
import dev.weir.train.internal.epoch.EpochState;
import dev.weir.train.internal.epoch.TrainingId;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The epochs of all tasks that hold variables, read in one step. */
final class EpochView {
  private final Map<String, EpochState> states;
  private final EpochNumber latest;

  EpochView(Map<String, EpochState> states) {
    this.states = new TreeMap<>(states);
    this.latest =
        states.values().stream()
            .map(EpochState::begun)
            .max(EpochNumber::compareTo)
            .orElse(EpochNumber.NONE);
  }

  private Collection<EpochState> all() {
    return states.values();
  }

  /** The latest epoch that was begun anywhere. */
  EpochNumber latest() {
    return latest;
  }

  /** Whether all tasks are in the same epoch, which is finished. */
  boolean isAgreed() {
    return all().stream().allMatch(each -> each.isFinished() && each.begun().equals(latest));
  }

  /** Whether the chief of the latest epoch has closed it: the training is over. */
  boolean isClosed() {
    return all().stream().anyMatch(each -> each.isClosed() && each.begun().equals(latest));
  }

  /** The training of the latest epoch, as its chief has set it. */
  TrainingId training() {
    return all().stream()
        .filter(each -> each.begun().equals(latest))
        .map(EpochState::training)
        .findFirst()
        .orElse(TrainingId.NONE);
  }

  /** How many steps of earlier epochs still run. */
  long earlierSteps() {
    return all().stream().mapToLong(EpochState::earlierSteps).sum();
  }

  /** The number of heartbeats on all tasks. */
  long heartbeats() {
    return all().stream().mapToLong(EpochState::heartbeats).sum();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    states.forEach(
        (task, state) -> {
          String what = state.isFinished() || state.begun().isNone() ? "in" : "being restored to";
          text.append(text.isEmpty() ? "" : ", ");
          text.append(task).append(" is ").append(what).append(" epoch ").append(state.begun());
        });
    return text.toString();
  }
}
