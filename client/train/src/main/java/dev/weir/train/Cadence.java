package dev.weir.train;

import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How often a listener acts: every so many steps, or after a time. */
public final class Cadence {
  private final long steps;
  private final long nanos;

  private Cadence(long steps, long nanos) {
    this.steps = steps;
    this.nanos = nanos;
  }

  /** Every so many global steps; those of all workers count. */
  public static Cadence everySteps(long steps) {
    if (steps < 1) {
      throw WeirException.invalidArgument("the interval must be at least one step, got %d", steps);
    }
    return new Cadence(steps, Long.MAX_VALUE);
  }

  /** After the first step that ends this long after the last time. */
  public static Cadence every(Duration time) {
    if (!time.isPositive()) {
      throw WeirException.invalidArgument("the interval must be positive, got %s", time);
    }
    return new Cadence(Long.MAX_VALUE, time.toNanos());
  }

  /** Starts to keep time. */
  public Timer timer() {
    return timer(System::nanoTime);
  }

  /** Starts to keep time by another clock, in nanoseconds. */
  public Timer timer(LongSupplier clock) {
    return new Timer(clock);
  }

  /** Keeps the step and the time of the last action. Not thread-safe. */
  public final class Timer {
    private final LongSupplier clock;
    private long lastStep;
    private long lastNanos;

    private Timer(LongSupplier clock) {
      this.clock = clock;
      this.lastNanos = clock.getAsLong();
    }

    /** Whether the action is due at this step. */
    public boolean isDue(long step) {
      if (step < lastStep) {
        lastStep = step; // an older checkpoint was restored
      }
      return step - lastStep >= steps || clock.getAsLong() - lastNanos >= nanos;
    }

    /** Notes that the action was done at this step. */
    public void done(long step) {
      lastStep = step;
      lastNanos = clock.getAsLong();
    }

    /** The step of the last action; 0 before the first. */
    public long lastStep() {
      return lastStep;
    }

    /** How long ago the last action was. */
    public double secondsSince() {
      return (clock.getAsLong() - lastNanos) / 1e9;
    }
  }
}
