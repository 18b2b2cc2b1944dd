package dev.weir.train;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A clock that goes only when it is told to, or when a test waits by it. For one thread. */
public final class ManualClock implements TrainingClock {
  private final Map<Object, Runnable> repeated = new LinkedHashMap<>();
  private long now;

  @Override
  public long nanos() {
    return now;
  }

  public void advance(Duration time) {
    now += time.toNanos();
  }

  /** Runs what is repeated, once. */
  public void beat() {
    List.copyOf(repeated.values()).forEach(Runnable::run);
  }

  @Override
  public void pause(Duration time, CompletableFuture<?> until) {
    if (!until.isDone()) {
      advance(time);
    }
  }

  @Override
  public Repetition every(Duration period, Runnable action) {
    Object key = new Object();
    repeated.put(key, action);
    return () -> repeated.remove(key);
  }
}
