package dev.weir.train.session;

import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How often a hook does something: every so many steps, or every so much time. */
public final class Cadence {
  private final long steps;
  private final long nanos;

  private Cadence(long steps, long nanos) {
    this.steps = steps;
    this.nanos = nanos;
  }

  /** Every so many global steps, those of all workers counted. */
  public static Cadence everySteps(long steps) {
    if (steps < 1) {
      throw WeirException.invalidArgument("there is at least one step between, got %d", steps);
    }
    return new Cadence(steps, Long.MAX_VALUE);
  }

  /** After the first step that ends so long after the last time. */
  public static Cadence every(Duration time) {
    if (!time.isPositive()) {
      throw WeirException.invalidArgument("the time between is positive, got %s", time);
    }
    return new Cadence(Long.MAX_VALUE, time.toNanos());
  }

  Timer timer() {
    return timer(System::nanoTime);
  }

  Timer timer(LongSupplier clock) {
    return new Timer(clock);
  }

  /** Knows when the last time was. Counting from a step that is undone later begins anew. */
  final class Timer {
    private final LongSupplier clock;
    private long lastStep;
    private long lastNanos;

    private Timer(LongSupplier clock) {
      this.clock = clock;
      this.lastNanos = clock.getAsLong();
    }

    /** Whether it is time, at this step. */
    boolean isDue(long step) {
      if (step < lastStep) {
        lastStep = step; // an older checkpoint was restored
      }
      return step - lastStep >= steps || clock.getAsLong() - lastNanos >= nanos;
    }

    /** Notes that it was done at this step. */
    void done(long step) {
      lastStep = step;
      lastNanos = clock.getAsLong();
    }

    long lastStep() {
      return lastStep;
    }

    double secondsSince() {
      return (clock.getAsLong() - lastNanos) / 1e9;
    }
  }
}
