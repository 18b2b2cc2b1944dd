package dev.weir.train.internal.epoch;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.train.EpochNumber;
import java.util.Locale;
import java.util.TreeMap;

/**
 * The epoch of the state on one task. Epochs only grow; the largest that was ever begun is the
 * current one. Between its begin and its finish the task is being restored. Thread-safe; nothing
 * waits here.
 *
 * <p>A step stays inside from its admission to its end. The step that restores is admitted only
 * when no step of an earlier epoch is inside, so check and writes are one unit: no write of an
 * earlier epoch comes after a write of the current one.
 */
final class TaskEpoch {
  /** The epoch of steps that belong to none. */
  private static final long NONE = EpochNumber.NONE.value();

  private final String task;

  /** How many steps of each epoch are inside. */
  private final TreeMap<Long, Integer> inside = new TreeMap<>();

  private long begun = NONE;
  private long finished = NONE;
  private long training = TrainingId.NONE.value();
  private long heartbeats;
  private boolean isClosed;

  TaskEpoch(String task) {
    this.task = task;
  }

  synchronized EpochState now() {
    return new EpochState(
        new EpochNumber(begun),
        new EpochNumber(finished),
        heartbeats,
        earlierSteps(),
        isClosed,
        new TrainingId(training));
  }

  private int earlierSteps() {
    return inside.headMap(begun).values().stream().mapToInt(Integer::intValue).sum();
  }

  /** A step that is inside; closing it twice does nothing. */
  final class Visit implements AutoCloseable {
    private final long epoch;
    private boolean isInside = true;

    private Visit(long epoch) {
      this.epoch = epoch;
    }

    @Override
    public void close() {
      synchronized (TaskEpoch.this) {
        if (isInside) {
          isInside = false;
          inside.computeIfPresent(epoch, (key, count) -> count == 1 ? null : count - 1);
        }
      }
    }
  }

  /** Admits a step, or refuses it with {@code ABORTED}. */
  synchronized Visit enter(long epoch, boolean isRestoring) {
    boolean isFinished = begun == finished;
    boolean isAdmitted = epoch == NONE ? isFinished : epoch == begun && isFinished != isRestoring;
    if (!isAdmitted) {
      throw aborted(
          "a step of epoch %s is refused: %s is %s epoch %s",
          text(epoch), task, isFinished ? "in" : "being restored to", text(begun));
    }
    int earlier = earlierSteps();
    if (isRestoring && earlier > 0) {
      throw aborted(
          "%s cannot be restored to epoch %s yet: %d steps of earlier epochs still run there",
          task, text(epoch), earlier);
    }
    inside.merge(begun, 1, Integer::sum);
    return new Visit(begun);
  }

  /**
   * Begins an epoch; refuses one that is not larger than the current one.
   *
   * @param after the epoch whose values it goes on with, which must be current and finished; none
   *     if all values are restored
   * @param training whose epoch it is, see {@link TrainingId}
   */
  synchronized void begin(long epoch, long after, long training) {
    if (after != NONE && (begun != after || finished != after)) {
      throw aborted(
          "epoch %s cannot follow epoch %s: %s is %s epoch %s",
          text(epoch),
          text(after),
          task,
          begun == finished ? "in" : "being restored to",
          text(begun));
    }
    if (epoch <= begun) {
      throw aborted("epoch %s cannot begin: %s is in epoch %s", text(epoch), task, text(begun));
    }
    begun = epoch;
    this.training = training;
    isClosed = false;
    heartbeats++;
  }

  /** Finishes the current epoch; doing it twice does nothing. */
  synchronized void finish(long epoch) {
    checkCurrent("finished", epoch);
    finished = epoch;
    heartbeats++;
  }

  /** Notes that the training of the current epoch is over; steps are admitted as before. */
  synchronized void close(long epoch) {
    checkCurrent("closed", epoch);
    isClosed = true;
    heartbeats++;
  }

  /** Counts a heartbeat of the chief that began the current epoch. */
  synchronized void renew(long epoch) {
    checkCurrent("renewed", epoch);
    heartbeats++;
  }

  private void checkCurrent(String what, long epoch) {
    if (epoch == NONE || epoch != begun) {
      throw aborted(
          "epoch %s cannot be %s: %s is in epoch %s", text(epoch), what, task, text(begun));
    }
  }

  private static WeirException aborted(String format, Object... values) {
    return new WeirException(ErrorCode.ABORTED, String.format(Locale.ROOT, format, values));
  }

  private static String text(long epoch) {
    return epoch < 0 ? Long.toString(epoch) : new EpochNumber(epoch).toString();
  }
}
