package dev.weir.simulation;

import dev.weir.cluster.internal.transport.Scheduler;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Virtual time: events in a queue, run one after the other on the thread that made it. Events of
 * one moment come in an order that chance decides.
 */
final class SimulatedScheduler {
  /** Something that is to happen. */
  private static final class Event implements Scheduler.Timer {
    private final long nanos;
    private final long tie;
    private final String what;
    private final BooleanSupplier isPointless;
    private @Nullable Runnable action;

    Event(long nanos, long tie, String what, BooleanSupplier isPointless, Runnable action) {
      this.nanos = nanos;
      this.tie = tie;
      this.what = what;
      this.isPointless = isPointless;
      this.action = action;
    }

    boolean isToCome() {
      return action != null && !isPointless.getAsBoolean();
    }

    @Override
    public void cancel() {
      action = null;
    }
  }

  private final Thread thread = Thread.currentThread();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.<Event>comparingLong(event -> event.nanos)
              .thenComparingLong(event -> event.tie));
  private final Chance chance;
  private final EventLog log;
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private long now;
  private boolean carrying;
  private volatile @Nullable Throwable failure;

  SimulatedScheduler(Chance chance, EventLog log) {
    this.chance = chance;
    this.log = log;
  }

  long nanoTime() {
    return now;
  }

  Chance chance() {
    checkThread();
    return chance;
  }

  /** Has something run after a while; {@code what} is how the log calls it, empty for nothing. */
  Scheduler.Timer after(Duration delay, String what, Runnable action) {
    return after(delay, what, () -> false, action);
  }

  /** Schedules an action that is skipped if it is pointless when its time has come. */
  Scheduler.Timer after(Duration delay, String what, BooleanSupplier isPointless, Runnable action) {
    checkThread();
    long nanos = now + Math.max(0, delay.toNanos());
    Event event = new Event(nanos, chance.number(), what, isPointless, action);
    events.add(event);
    return event;
  }

  /** Counts a fault that happens now. */
  void fault(Fault kind) {
    faults.merge(kind, 1, Integer::sum);
  }

  /** Counts a fault that happens now, and notes it in the log. */
  void fault(Fault kind, String where) {
    fault(kind);
    note(kind + " " + where);
  }

  /** How often what has gone wrong so far. */
  Map<Fault, Integer> faults() {
    return faults;
  }

  /** Notes something in the log. */
  void note(String what) {
    log.add(now, what);
  }

  /** Runs events until something holds; whether it does before the limit. */
  boolean runUntil(BooleanSupplier holds, Duration limit) {
    long end = now + limit.toNanos();
    while (!holds.getAsBoolean()) {
      Event next = events.peek();
      if (next == null || next.nanos > end) {
        now = end;
        return holds.getAsBoolean();
      }
      events.remove();
      Runnable action = next.action;
      if (action != null && next.isToCome()) {
        now = next.nanos;
        if (!next.what.isEmpty()) {
          log.add(now, next.what);
        }
        action.run();
        Throwable failed = failure;
        if (failed != null) {
          failure = null;
          throw new IllegalStateException("a simulated thread failed", failed);
        }
      }
    }
    return true;
  }

  /** Runs events for a while. */
  void run(Duration howLong) {
    runUntil(() -> false, howLong);
  }

  /** How many events are still to come. */
  long pending() {
    return events.stream().filter(Event::isToCome).count();
  }

  /** Lets a simulated thread go on until it waits or ends. */
  void carry(Runnable continuation) {
    carrying = true;
    try {
      continuation.run();
    } finally {
      carrying = false;
    }
  }

  /** Whether the current thread is the simulation's own, or one that it carries. */
  boolean isOwnThread() {
    return Thread.currentThread().equals(thread) || carrying && SimulatedThreads.isOne();
  }

  /** Notes what a simulated thread died of. */
  void failed(Throwable error) {
    if (failure == null) {
      failure = error;
    }
  }

  private void checkThread() {
    if (!isOwnThread()) {
      throw new IllegalStateException(
          "a simulation has one thread, but " + Thread.currentThread() + " takes part");
    }
  }
}
