package dev.weir.train.internal.epoch;

import dev.weir.tensor.Tensor;
import dev.weir.train.EpochNumber;

/**
 * The epoch of a task.
 *
 * @param begun the epoch that was begun last
 * @param finished the one that was finished last
 * @param heartbeats the number of heartbeats of the chief so far
 * @param earlierSteps how many steps of epochs before {@code begun} still run
 * @param isClosed whether the chief has closed the epoch: the training is over
 * @param training the training of {@code begun}, as its chief has set it
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
