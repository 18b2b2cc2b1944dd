package dev.weir.train.internal;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.train.EpochNumber;
import dev.weir.train.TrainingClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the heartbeats of a chief to the tasks, and notes when a task rejects one. */
final class Heartbeat implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);

  /**
   * The timeout of a heartbeat in periods: shorter than the timeout after which others take over.
   */
  private static final int LONGEST_PERIODS = 3;

  private final AtomicReference<@Nullable WeirException> refusal = new AtomicReference<>();
  private final TrainingClock.Repetition repetition;

  private Heartbeat(
      Epochs epochs, Session session, EpochNumber epoch, Duration period, TrainingClock clock) {
    RunOptions options = RunOptions.DEFAULT.withDeadline(period.multipliedBy(LONGEST_PERIODS));
    this.repetition = clock.every(period, () -> renew(epochs, session, epoch, options));
  }

  static Heartbeat start(
      Epochs epochs, Session session, EpochNumber epoch, Duration period, TrainingClock clock) {
    return new Heartbeat(epochs, session, epoch, period, clock);
  }

  private void renew(Epochs epochs, Session session, EpochNumber epoch, RunOptions options) {
    try {
      epochs.renew(session, epoch, options);
    } catch (WeirException e) {
      if (e.code() == ErrorCode.ABORTED) {
        refusal.compareAndSet(null, e);
      }
      LOG.debug("a heartbeat of epoch {} failed: {}", epoch, e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("a heartbeat of epoch {} failed; the next one follows as usual", epoch, e);
    }
  }

  /** Fails with {@code ABORTED} if a task has refused a heartbeat. */
  void check() {
    WeirException refused = refusal.get();
    if (refused != null) {
      throw refused.rethrown();
    }
  }

  @Override
  public void close() {
    repetition.close();
  }
}
