package dev.weir.train.session;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.records.EventWriter;
import dev.weir.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes values of runs to an events file, every so often: scalars as numbers, others as
 * histograms. The writer stays its owner's to close.
 */
public final class SummarySaverHook implements TrainingHook {
  private final EventWriter events;
  private final Map<String, Output> values = new LinkedHashMap<>();
  private final Cadence.Timer timer;
  private boolean isWanted;

  private SummarySaverHook(EventWriter events, Cadence cadence) {
    this.events = events;
    this.timer = cadence.timer();
  }

  /**
   * Writes these values.
   *
   * @param values edges of the graph, by the names they have in the events
   */
  public static SummarySaverHook of(
      EventWriter events, Cadence cadence, Map<String, ? extends Operand> values) {
    SummarySaverHook hook = new SummarySaverHook(events, cadence);
    values.forEach((name, value) -> hook.values.put(name, value.asOutput()));
    return hook;
  }

  @Override
  public void afterCreateSession(TrainingSession training) {
    events.start(training.globalStep() + 1);
  }

  @Override
  public void beforeRun(RunRequest request) {
    isWanted = timer.isDue(request.nextStep());
    if (isWanted) {
      values.values().forEach(request::fetch);
    }
  }

  @Override
  public void afterRun(RunReport report, TrainingSession training) {
    if (isWanted) {
      long step = report.globalStep() + 1;
      values.forEach((name, output) -> write(step, name, report.value(output)));
      timer.done(step);
    }
  }

  private void write(long step, String name, Tensor value) {
    if (value.shape().isScalar()) {
      events.scalar(step, name, value.getDouble(0));
    } else {
      events.histogram(step, name, value);
    }
  }

  @Override
  public void end(TrainingSession training) {
    events.flush();
  }
}
