package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.train.internal.Epochs;
import dev.weir.train.internal.SessionKeeper;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a training that is complete: its last step is saved by the chief, or by the worker
 * that takes over from it, and only then the epoch is closed.
 */
final class Completion {
  private static final Logger LOG = LoggerFactory.getLogger(Completion.class);

  private final SessionKeeper keeper;
  private final Epochs epochs;
  private final boolean isElected;
  private final TrainingClock clock;
  private volatile boolean isComplete;
  private long lastStep;

  Completion(TrainingTarget target, SessionKeeper keeper, Epochs epochs) {
    this.keeper = keeper;
    this.epochs = epochs;
    this.isElected = target.election().isPresent();
    this.clock = target.clock();
  }

  /** Notes that the training is complete at a step. */
  void complete(long step) {
    isComplete = true;
    lastStep = step;
    keeper.complete();
  }

  boolean isComplete() {
    return isComplete;
  }

  /** Closes the epoch on all tasks, unless a restore has undone the last steps. */
  void closeEpoch(TrainingSession training) {
    checkLastStep(training);
    keeper.closeEpoch();
  }

  /**
   * Fails if a restore has undone the last steps of a complete training: what is saved then is not
   * its end, even if other workers make those steps again.
   */
  void checkLastStep(TrainingSession training) {
    if (!isComplete || !keeper.isRemote() || !keeper.isChief()) {
      return;
    }
    long now = training.globalStep();
    if (now < lastStep) {
      throw WeirException.failedPrecondition(
          "training had reached step %d, but then tasks lost their values, and step %d was"
              + " restored; start it again to go on from there",
          lastStep, now);
    }
  }

  /**
   * Where workers elect their chief, waits until the chief has closed its epoch. If the chief is
   * gone before that, this worker takes over and ends the training.
   */
  void awaitChief(TrainingSession training, ListenerList listeners) {
    if (!isElected || !isComplete || epochs.isEmpty()) {
      return;
    }
    RetryPolicy retries = keeper.retries();
    long end = clock.nanos() + retries.timeout().toNanos();
    CompletableFuture<Void> never = new CompletableFuture<>();
    while (!isEnding(training, listeners)) {
      if (clock.nanos() - end >= 0) {
        LOG.warn("the chief has not ended the training within {}", retries.timeout());
        return;
      }
      clock.pause(retries.interval(), never);
    }
  }

  /**
   * Whether the chief has closed its epoch, or this worker is to do it. Each check is an action of
   * its own: only losses in a row count.
   */
  private boolean isEnding(TrainingSession training, ListenerList listeners) {
    return training.attempt(
        () -> {
          boolean isEnding = keeper.isChief() || keeper.lookForChief() || keeper.isChief();
          if (isEnding) {
            listeners.promoted(training);
          }
          return isEnding;
        });
  }
}
