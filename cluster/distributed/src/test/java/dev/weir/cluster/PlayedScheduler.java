package dev.weir.cluster;

import dev.weir.cluster.internal.transport.Scheduler;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

/**
 * Time that passes when a test says so, on the test's own thread. What fails ends alone, as it does
 * on a thread of a pool.
 */
public final class PlayedScheduler implements Scheduler {
  private record Planned(long nanos, long number, Runnable task) {}

  /** What tasks failed with. */
  public final List<Throwable> failures = new ArrayList<>();

  private final Queue<Runnable> ready = new ArrayDeque<>();
  private final PriorityQueue<Planned> planned =
      new PriorityQueue<>(
          Comparator.comparingLong(Planned::nanos).thenComparingLong(Planned::number));
  private final Random random = new Random(7);
  private long numbers;
  private long now;

  @Override
  public void execute(Runnable task) {
    ready.add(task);
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    Planned plan = new Planned(now + delay.toNanos(), numbers++, task);
    planned.add(plan);
    return () -> planned.remove(plan);
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public long random() {
    return random.nextLong(1, Long.MAX_VALUE);
  }

  /** How many timers there are. */
  public int timers() {
    return planned.size();
  }

  /** Does all that is to be done now. */
  public void settle() {
    Runnable next = ready.poll();
    while (next != null) {
      run(next);
      next = ready.poll();
    }
  }

  /** Lets time pass, and does what falls into it. */
  public void advance(Duration time) {
    long end = now + time.toNanos();
    settle();
    Planned next = planned.peek();
    while (next != null && next.nanos() <= end) {
      planned.remove(next);
      now = Math.max(now, next.nanos());
      run(next.task());
      settle();
      next = planned.peek();
    }
    now = end;
  }

  private void run(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      failures.add(e);
    }
  }
}
