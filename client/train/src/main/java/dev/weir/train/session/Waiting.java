package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One wait until a session is ready: for what, how long already, and what to say of it. */
final class Waiting {
  private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);

  /** How many names a message lists. */
  private static final int SHOWN = 10;

  private final Patience patience;
  private final StopSignal stop;
  private final boolean isChief;
  private final long start = System.nanoTime();
  private long lastNews = start;
  private List<String> missing = List.of();
  private @Nullable WeirException failure;

  Waiting(Patience patience, StopSignal stop, boolean isChief) {
    this.patience = patience;
    this.stop = stop;
    this.isChief = isChief;
  }

  /** For steps that prepare: they take no longer than the wait may. */
  RunOptions options() {
    Duration left = patience.deadline().minus(elapsed());
    return RunOptions.DEFAULT.withDeadline(left.isPositive() ? left : patience.pause());
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Notes that these variables have no value yet. */
  void note(List<String> names) {
    missing = names;
    failure = null;
  }

  /** Notes why there is no session. */
  void note(WeirException reason) {
    failure = reason;
  }

  /** Waits a moment; fails if the time is over. */
  void pause() {
    Duration waited = elapsed();
    if (waited.compareTo(patience.deadline()) >= 0) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          "no session to train with within "
              + text(patience.deadline())
              + ": "
              + state()
              + remedy(),
          failure);
    }
    if (System.nanoTime() - lastNews >= patience.news().toNanos()) {
      lastNews = System.nanoTime();
      LOG.info("waiting since {}: {}", text(waited), state());
    }
    if (stop.pause(patience.pause())) {
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
