package dev.weir.train.internal;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.train.RetryPolicy;
import dev.weir.train.TrainingClock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One wait until a session is ready: what it waits for, its deadline, its log and its error. */
final class Waiting {
  private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);

  /** How many names a message lists. */
  private static final int SHOWN = 10;

  private final RetryPolicy retries;
  private final TrainingClock clock;
  private final StopSignal stop;
  private final boolean isChief;
  private final long start;
  private long lastLog;
  private @Nullable String state;
  private List<String> missing = List.of();
  private @Nullable WeirException failure;

  Waiting(RetryPolicy retries, TrainingClock clock, StopSignal stop, boolean isChief) {
    this.retries = retries;
    this.clock = clock;
    this.stop = stop;
    this.isChief = isChief;
    this.start = clock.nanos();
    this.lastLog = start;
  }

  /** For steps during the wait: their deadline is that of the wait. */
  RunOptions options() {
    Duration left = retries.timeout().minus(elapsed());
    return RunOptions.DEFAULT.withDeadline(left.isPositive() ? left : retries.interval());
  }

  private Duration elapsed() {
    return Duration.ofNanos(clock.nanos() - start);
  }

  /** Notes that these variables have no value yet. */
  void note(List<String> names) {
    missing = names;
    state = null;
    failure = null;
  }

  /** Notes the state of tasks that keeps training from starting. */
  void note(String what) {
    state = what;
    failure = null;
  }

  /**
   * Notes why there is no session. A step that ran into the deadline of this wait is not the reason
   * if there is another one.
   */
  void note(WeirException reason) {
    boolean isOwnEnd = reason.code() == ErrorCode.DEADLINE_EXCEEDED && isOver();
    boolean hasReason = failure != null || state != null || !missing.isEmpty();
    if (!isOwnEnd || !hasReason) {
      failure = reason;
    }
  }

  private boolean isOver() {
    return elapsed().compareTo(retries.timeout()) >= 0;
  }

  /** Waits one interval; fails after the deadline. */
  void pause() {
    if (isOver()) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          "no session to train with within " + text(retries.timeout()) + ": " + state() + remedy(),
          failure);
    }
    if (clock.nanos() - lastLog >= retries.logInterval().toNanos()) {
      lastLog = clock.nanos();
      LOG.info("waiting since {}: {}", text(elapsed()), state());
    }
    if (stop.pause(retries.interval())) {
      throw new WeirException(
          ErrorCode.CANCELLED,
          "told to stop (" + stop.reason() + ") while waiting: " + state(),
          failure);
    }
  }

  private String state() {
    if (failure != null) {
      return String.valueOf(failure.getMessage());
    }
    if (state != null) {
      return state;
    }
    List<String> shown = missing.subList(0, Math.min(SHOWN, missing.size()));
    int more = missing.size() - shown.size();
    return missing.size()
        + (missing.size() == 1 ? " variable has" : " variables have")
        + " no value yet: "
        + String.join(", ", shown)
        + (more > 0 ? " and " + more + " more" : "");
  }

  private String remedy() {
    if (failure != null) {
      return "; are all tasks of the cluster running?";
    }
    return isChief ? "" : "; the chief gives variables their values: is it running?";
  }

  /** {@code 12.5 s}. */
  private static String text(Duration time) {
    return Math.round(time.toMillis() / 100.0) / 10.0 + " s";
  }
}
