package dev.weir.train.listener;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.records.EventWriter;
import dev.weir.records.NodeTiming;
import dev.weir.runtime.Runner;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import dev.weir.train.Cadence;
import dev.weir.train.EpochReport;
import dev.weir.train.StepReport;
import dev.weir.train.StepRequest;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Writes events for TensorBoard: the loss and the metrics of steps under their names, those of
 * evaluations under {@code test/…}; on request other values of steps, histograms of variables after
 * every epoch, and a trace of a step.
 *
 * {@snippet :
 * try (EventWriter events = EventWriter.create(folder)) {
 *   events.graph(model.graph());
 *   trainer.fit(
 *       target, batches, options,
 *       EventRecorder.to(events).everySteps(10).histograms(model.trainable()).tracing(50));
 * }
 * }
 *
 * <p>The caller closes the writer. For one training.
 */
public final class EventRecorder implements TrainingListener {
  private static final long NEVER = -1;

  private final EventWriter events;
  private final Map<String, Output> values = new LinkedHashMap<>();
  private List<GraphVariable> variables = List.of();
  private Cadence.Timer timer = Cadence.everySteps(1).timer();
  private long traced = NEVER;
  private boolean isDue;

  private EventRecorder(EventWriter events) {
    this.events = events;
  }

  /** Records every step. */
  public static EventRecorder to(EventWriter events) {
    return new EventRecorder(events);
  }

  /** Records one of so many steps. */
  public EventRecorder everySteps(long steps) {
    return every(Cadence.everySteps(steps));
  }

  /** Records steps at a cadence. */
  public EventRecorder every(Cadence cadence) {
    timer = cadence.timer();
    return this;
  }

  /** Also records these values of steps, by their tags: scalars, or histograms of larger ones. */
  public EventRecorder values(Map<String, ? extends Operand> edges) {
    edges.forEach((tag, edge) -> values.put(tag, edge.asOutput()));
    return this;
  }

  /** Writes histograms of these variables after every epoch. */
  public EventRecorder histograms(List<GraphVariable> of) {
    variables = List.copyOf(of);
    return this;
  }

  /** Traces the nodes of one step; the first steps are slower than the rest. */
  public EventRecorder tracing(long step) {
    traced = step;
    return this;
  }

  @Override
  public void onSession(TrainingSession training) {
    events.start(training.globalStep() + 1);
  }

  @Override
  public void beforeStep(StepRequest request) {
    isDue = timer.isDue(request.step());
    if (isDue) {
      values.values().forEach(request::fetch);
    }
    if (request.step() == traced) {
      request.trace();
    }
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    long step = report.step();
    if (step == traced) {
      report.trace().ifPresent(trace -> write(step, trace));
    }
    if (isDue) {
      report.measures().values().forEach((name, value) -> events.scalar(step, name, value));
      values.forEach((tag, edge) -> write(step, tag, report.value(edge)));
      timer.done(step);
    }
  }

  private void write(long step, String tag, Tensor value) {
    if (value.shape().isScalar()) {
      events.scalar(step, tag, value.getDouble(0));
    } else {
      events.histogram(step, tag, value);
    }
  }

  private void write(long step, StepTrace trace) {
    // the clock of a trace has no date; relate it to the time of day
    long nowMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    long nowNanos = System.nanoTime();
    List<String> threads = new ArrayList<>();
    List<NodeTiming> nodes = new ArrayList<>();
    for (StepTrace.NodeRun run : trace.nodes()) {
      if (!threads.contains(run.thread())) {
        threads.add(run.thread());
      }
      nodes.add(
          new NodeTiming(
              run.device(),
              run.node(),
              run.op(),
              threads.indexOf(run.thread()),
              nowMicros - (nowNanos - run.startNanos()) / 1000,
              // TensorBoard treats a duration of 0 as a node that did not run
              Math.max(1, (run.endNanos() - run.startNanos()) / 1000)));
    }
    events.runMetadata(step, "step " + step, nodes);
  }

  @Override
  public void afterEpoch(EpochReport report, TrainingSession training) {
    report
        .evaluation()
        .values()
        .forEach((name, value) -> events.scalar(report.step(), "test/" + name, value));
    if (!variables.isEmpty()) {
      Runner runner = training.runner();
      variables.forEach(runner::fetch);
      List<Tensor> read = runner.run();
      for (int i = 0; i < read.size(); i++) {
        events.histogram(report.step(), variables.get(i).name(), read.get(i));
      }
    }
    events.flush();
  }

  @Override
  public void onEnd(TrainingSession training) {
    events.flush();
  }
}
