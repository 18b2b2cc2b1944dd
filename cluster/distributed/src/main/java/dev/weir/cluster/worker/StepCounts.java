package dev.weir.cluster.worker;

import dev.weir.cluster.transport.Futures;
import dev.weir.cluster.transport.Scheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How many steps a worker has begun and ended, and how long they took. Thread-safe. */
public final class StepCounts {
  private final LongAdder begun = new LongAdder();
  private final LongAdder succeeded = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder nanos = new LongAdder();

  void started(CompletableFuture<@Nullable Void> end, Scheduler scheduler) {
    begun.increment();
    long start = scheduler.nanoTime();
    Futures.whenDone(
        end,
        (none, error) -> {
          nanos.add(scheduler.nanoTime() - start);
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
