package dev.weir.train;

import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Decides whether this worker is the chief. The decision may change during the training: a worker
 * that is elected takes over, and a chief that was replaced becomes a worker.
 */
public interface Election {
  /**
   * What this worker knows of the chief.
   *
   * @param epoch the last epoch that a chief has begun; none if there was no chief yet, or if it
   *     has ended its training and another one begins
   * @param silence how long there was no heartbeat of that chief
   * @param wasChief whether this process has been the chief itself, or has tried to: then an epoch
   *     that another has begun is of another process, even if that has this worker's number
   */
  record Sighting(EpochNumber epoch, Duration silence, boolean wasChief) {
    /** What a process sees that was not the chief before. */
    public Sighting(EpochNumber epoch, Duration silence) {
      this(epoch, silence, false);
    }
  }

  /** Which worker this is; no two workers of a training have the same number. */
  int worker();

  /** Whether this worker is to be the chief now. Called often; must not block. */
  boolean isElected(Sighting seen);

  /**
   * Called when this worker has ended or failed and must not be elected any more. May be called
   * more than once.
   */
  default void standDown() {}

  /** How often the chief sends a heartbeat, and how often the others check for it. */
  Duration heartbeat();

  /**
   * Elects by the workers' numbers, without anything but the tasks that hold the variables: worker
   * 0 is the chief. When no heartbeat was seen for {@code silence}, worker 1 takes over; if it does
   * not, worker 2 after twice that time, and so on. A chief that comes back finds its successor and
   * is a worker. A process that is started again takes over at once from the one before it, which
   * had the same number; if that one still runs, it is a worker from then on.
   */
  static Election byIndex(int worker, Duration silence) {
    if (worker < 0 || !silence.isPositive()) {
      throw WeirException.invalidArgument(
          "workers are numbered from 0 and silence takes time, got worker %d and %s",
          worker, silence);
    }
    return new Election() {
      @Override
      public int worker() {
        return worker;
      }

      @Override
      public boolean isElected(Sighting seen) {
        boolean isFirst = seen.epoch().isNone() && worker == 0;
        boolean isOwn =
            !seen.epoch().isNone() && seen.epoch().worker() == worker && !seen.wasChief();
        return isFirst
            || isOwn
            || seen.silence().compareTo(silence.multipliedBy(Math.max(1, worker))) >= 0;
      }

      @Override
      public Duration heartbeat() {
        return silence.dividedBy(5);
      }
    };
  }

  /**
   * Delegates the decision, for example to an election in ZooKeeper. Heartbeats do not matter then.
   *
   * @param isElected whether this worker is elected now; must not block
   * @param standDown withdraws this worker, which has ended or failed
   */
  static Election decidedBy(int worker, BooleanSupplier isElected, Runnable standDown) {
    return new Election() {
      @Override
      public int worker() {
        return worker;
      }

      @Override
      public boolean isElected(Sighting seen) {
        return isElected.getAsBoolean();
      }

      @Override
      public void standDown() {
        standDown.run();
      }

      @Override
      public Duration heartbeat() {
        return Duration.ofSeconds(1);
      }
    };
  }
}
