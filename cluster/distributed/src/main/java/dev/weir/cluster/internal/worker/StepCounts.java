package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How many steps a worker has begun and ended, and how long they took. Thread-safe. */
public final class StepCounts {
  private final LongAdder begun = new LongAdder();
  private final LongAdder succeeded = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  /** Notified of every step. */
  public interface Watcher {
    void started();

    void ended(Duration duration, boolean succeeded);
  }

  private volatile @Nullable Watcher watcher;

  /** Adds a listener. */
  public void tell(Watcher other) {
    watcher = other;
  }

  void started(CompletableFuture<@Nullable Void> end, Scheduler scheduler) {
    begun.increment();
    Watcher told = watcher;
    if (told != null) {
      told.started();
    }
    long start = scheduler.nanoTime();
    Futures.whenDone(
        end,
        (none, error) -> {
          long took = scheduler.nanoTime() - start;
          nanos.add(took);
          if (told != null) {
            told.ended(Duration.ofNanos(took), error == null);
          }
          (error == null ? succeeded : failed).increment();
        });
  }

  /** Steps that were started. */
  public long begun() {
    return begun.sum();
  }

  /** Steps that ended well. */
  public long succeeded() {
    return succeeded.sum();
  }

  /** Steps that failed. */
  public long failed() {
    return failed.sum();
  }

  /** Nanoseconds all of them took. */
  public long nanos() {
    return nanos.sum();
  }
}
