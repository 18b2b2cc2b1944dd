package dev.weir.runtime.internal.compile;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which runs of a step are measured to learn what its nodes cost. The first run is not: it includes
 * warm-up. The next {@value #MEASURED_RUNS} are; then the step is placed once more, by what was
 * measured, and never measured again. Only steps whose placement depends on costs are sampled.
 * Thread-safe.
 */
public final class CostSamples {
  /** No run is measured. */
  public static final CostSamples NONE = new CostSamples(Integer.MAX_VALUE);

  private static final int WARM_UP_RUNS = 1;
  private static final int MEASURED_RUNS = 3;

  private final AtomicInteger started;
  private final AtomicInteger learned = new AtomicInteger();

  private CostSamples(int started) {
    this.started = new AtomicInteger(started);
  }

  /** Samples for a step that has not run. */
  public static CostSamples of(StepParts step) {
    return step.dependsOnCosts() ? new CostSamples(0) : NONE;
  }

  /** Notes that a run starts. Returns whether it is to be measured. */
  public boolean begin() {
    if (started.get() >= WARM_UP_RUNS + MEASURED_RUNS) {
      return false;
    }
    int run = started.getAndIncrement();
    return run >= WARM_UP_RUNS && run < WARM_UP_RUNS + MEASURED_RUNS;
  }

  /** Notes that a measured run has been learned from. Returns whether it was the last. */
  public boolean end() {
    return learned.incrementAndGet() == MEASURED_RUNS;
  }
}
