package dev.weir.train.listener;

import dev.weir.records.EventWriter;
import dev.weir.train.Cadence;
import dev.weir.train.StepReport;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs how many steps per second all workers make together. Only the chief does. For one training.
 */
public final class StepCounter implements TrainingListener {
  private static final Logger LOG = LoggerFactory.getLogger(StepCounter.class);

  /** The tag that TensorFlow uses. */
  private static final String TAG = "global_step/sec";

  private final Cadence.Timer timer;
  private @Nullable EventWriter events;
  private OptionalDouble rate = OptionalDouble.empty();

  private StepCounter(Cadence.Timer timer) {
    this.timer = timer;
  }

  /** Logs the rate at a cadence. */
  public static StepCounter every(Cadence cadence) {
    return new StepCounter(cadence.timer());
  }

  /** Measures time with a timer of its own, for tests. */
  static StepCounter every(Cadence.Timer timer) {
    return new StepCounter(timer);
  }

  /** Also writes the rate to events, as {@code global_step/sec}. The caller closes the writer. */
  public StepCounter to(EventWriter writer) {
    events = writer;
    return this;
  }

  /** The last rate; empty before the first one. */
  public OptionalDouble stepsPerSecond() {
    return rate;
  }

  @Override
  public boolean isChiefOnly() {
    return true;
  }

  @Override
  public void onSession(TrainingSession training) {
    timer.done(training.globalStep());
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    long step = report.step();
    if (!timer.isDue(step)) {
      return;
    }
    double perSecond = (step - timer.lastStep()) / Math.max(timer.secondsSince(), 1e-9);
    rate = OptionalDouble.of(perSecond);
    timer.done(step);
    LOG.info("step {}: {} steps/s", step, String.format(Locale.ROOT, "%.1f", perSecond));
    if (events != null) {
      events.scalar(step, TAG, perSecond);
    }
  }
}
