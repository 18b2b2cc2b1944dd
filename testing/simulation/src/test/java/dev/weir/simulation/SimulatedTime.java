package dev.weir.simulation;

import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The time of a simulated process. Waiting is for its threads, not for the simulation's own. */
final class SimulatedTime implements Time {
  private static final long EPOCH_MILLIS = 1_700_000_000_000L;

  private final LifeScheduler life;

  SimulatedTime(LifeScheduler life) {
    this.life = life;
  }

  /** The process whose time it is. */
  LifeScheduler life() {
    return life;
  }

  @Override
  public long nanoTime() {
    return life.nanoTime();
  }

  @Override
  public long currentMillis() {
    if (life.clockMillis() != 0) {
      life.world().fault(Fault.CLOCK_JUMP);
    }
    return clockMillis();
  }

  /** What the clock on the wall shows, for who only stamps files with it. */
  long clockMillis() {
    return EPOCH_MILLIS + TimeUnit.NANOSECONDS.toMillis(life.nanoTime()) + life.clockMillis();
  }

  @Override
  public <T extends @Nullable Object> T await(CompletableFuture<T> future, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    if (!future.isDone()) {
      SimulatedThreads.checkIsOne();
      CompletableFuture<@Nullable Void> wakeUp = new CompletableFuture<>();
      Scheduler.Timer timer = life.after(limit, () -> wakeUp.complete(null));
      CompletableFuture<?> unused = future.whenComplete((value, error) -> wakeUp.complete(null));
      wakeUp.get();
      timer.cancel();
      if (!future.isDone()) {
        throw new TimeoutException();
      }
    }
    return future.get();
  }

  @Override
  public Repetition every(Duration period, Runnable task) {
    Repeated repeated = new Repeated(period, task);
    repeated.next();
    return repeated;
  }

  @Override
  public void start(String name, Runnable task) {
    SimulatedThreads.start(life, name, task);
  }

  private final class Repeated implements Repetition {
    private final Duration period;
    private final Runnable task;
    private boolean closed;

    Repeated(Duration period, Runnable task) {
      this.period = period;
      this.task = task;
    }

    private void next() {
      if (!closed) {
        life.after(
            period,
            () -> {
              if (!closed) {
                task.run();
                next();
              }
            });
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
