package dev.weir.train.session;

import dev.weir.records.EventWriter;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how many steps all workers together make in a second. */
public final class StepCounterHook implements TrainingHook {
  private static final Logger LOG = LoggerFactory.getLogger(StepCounterHook.class);

  /** What TensorFlow calls it. */
  private static final String TAG = "global_step/sec";

  private final Cadence.Timer timer;
  private final @Nullable EventWriter events;
  private OptionalDouble rate = OptionalDouble.empty();

  private StepCounterHook(Cadence.Timer timer, @Nullable EventWriter events) {
    this.timer = timer;
    this.events = events;
  }

  /** Says it in the log. */
  public static StepCounterHook of(Cadence cadence) {
    return new StepCounterHook(cadence.timer(), null);
  }

  /** Says it in the log and writes it to events, as {@code global_step/sec}. */
  public static StepCounterHook of(Cadence cadence, EventWriter events) {
    return new StepCounterHook(cadence.timer(), events);
  }

  static StepCounterHook of(Cadence.Timer timer, EventWriter events) {
    return new StepCounterHook(timer, events);
  }

  /** What it has said last; empty before the first time. */
  public OptionalDouble stepsPerSecond() {
    return rate;
  }

  @Override
  public void afterCreateSession(TrainingSession training) {
    timer.done(training.globalStep());
  }

  @Override
  public void afterRun(RunReport report, TrainingSession training) {
    long step = report.globalStep() + 1;
    if (!timer.isDue(step)) {
      return;
    }
    double perSecond = (step - timer.lastStep()) / Math.max(timer.secondsSince(), 1e-9);
    rate = OptionalDouble.of(perSecond);
    timer.done(step);
    LOG.info("step {}: {} steps a second", step, String.format(Locale.ROOT, "%.1f", perSecond));
    if (events != null) {
      events.scalar(step, TAG, perSecond);
    }
  }
}
