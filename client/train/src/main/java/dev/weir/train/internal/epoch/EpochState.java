package dev.weir.train.internal.epoch;

import dev.weir.tensor.Tensor;
import dev.weir.train.EpochNumber;

/**
 * What a task says of its epoch.
 *
 * @param begun the epoch that was begun last
 * @param finished the one that was finished last
 * @param heartbeats grows while the chief that began the epoch lives
 * @param earlierSteps how many steps of epochs before {@code begun} still run
 * @param isClosed whether the chief has said that the training is over
 * @param training whose epoch {@code begun} is, as its chief has said
 */
public record EpochState(
    EpochNumber begun,
    EpochNumber finished,
    long heartbeats,
    long earlierSteps,
    boolean isClosed,
    TrainingId training) {
  /** As {@code WeirReadEpoch} gives it. */
  public static EpochState of(Tensor state) {
    return new EpochState(
        new EpochNumber(state.getLong(0)),
        new EpochNumber(state.getLong(1)),
        state.getLong(2),
        state.getLong(3),
        state.getLong(4) != 0,
        new TrainingId(state.getLong(5)));
  }

  /** Whether there is an epoch, and steps of it are admitted. */
  public boolean isFinished() {
    return !begun.isNone() && begun.equals(finished);
  }
}
