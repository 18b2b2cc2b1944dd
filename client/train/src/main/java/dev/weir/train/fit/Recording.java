package dev.weir.train.fit;

import dev.weir.error.WeirException;
import dev.weir.ops.state.GraphVariable;
import dev.weir.records.EventWriter;
import dev.weir.records.NodeTiming;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Writes what TensorBoard shows of a training: the loss and the metrics of steps under their names,
 * those of evaluations under {@code test/…}, and where asked for how variables are spread after
 * every epoch and how long the nodes of a step took.
 *
 * {@snippet :
 * try (EventWriter events = EventWriter.create(folder)) {
 *   events.graph(model.graph());
 *   trainer.fit(
 *       session, batches, options,
 *       Recording.to(events, session).everySteps(10).histograms(model.trainable()).tracing(50));
 * }
 * }
 *
 * <p>Made for one training.
 */
public final class Recording implements Callback {
  private static final long NEVER = -1;

  private final EventWriter events;
  private final Session session;
  private List<GraphVariable> spread = List.of();
  private long every = 1;
  private long traced = NEVER;

  private Recording(EventWriter events, Session session) {
    this.events = events;
    this.session = session;
  }

  /** Records the training of a session. */
  public static Recording to(EventWriter events, Session session) {
    return new Recording(events, session);
  }

  /** Records one step in so many; all if this is not said. */
  public Recording everySteps(long steps) {
    if (steps < 1) {
      throw WeirException.invalidArgument("one step in at least one is recorded, got %d", steps);
    }
    every = steps;
    return this;
  }

  /** Counts the elements of these variables after every epoch. */
  public Recording histograms(List<GraphVariable> variables) {
    spread = List.copyOf(variables);
    return this;
  }

  /** Records how long the nodes of this step took, best one after the first few. */
  public Recording tracing(long step) {
    traced = step;
    return this;
  }

  @Override
  public boolean traces(long step) {
    return step == traced;
  }

  @Override
  public void onTrace(long step, StepTrace trace) {
    // the trace's clock has no date: what it shows now is the time of day now
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
              // TensorBoard takes nothing for a node that did not run
              Math.max(1, (run.endNanos() - run.startNanos()) / 1000)));
    }
    events.runMetadata(step, "step " + step, nodes);
  }

  @Override
  public Next onStep(StepReport report) {
    if (report.step() % every == 0) {
      events.scalar(report.step(), Measurement.LOSS, report.loss());
      report.metrics().values().forEach((name, value) -> events.scalar(report.step(), name, value));
    }
    return Next.CONTINUE;
  }

  @Override
  public Next onEpochEnd(EpochReport report) {
    for (Map.Entry<String, Double> measure : report.evaluation().values().entrySet()) {
      events.scalar(report.step(), "test/" + measure.getKey(), measure.getValue());
    }
    if (!spread.isEmpty()) {
      Runner runner = session.runner();
      spread.forEach(runner::fetch);
      List<Tensor> values = runner.run();
      for (int i = 0; i < values.size(); i++) {
        events.histogram(report.step(), spread.get(i).name(), values.get(i));
      }
    }
    events.flush();
    return Next.CONTINUE;
  }
}
