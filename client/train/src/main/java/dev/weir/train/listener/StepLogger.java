package dev.weir.train.listener;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.Tensor;
import dev.weir.train.Cadence;
import dev.weir.train.StepReport;
import dev.weir.train.StepRequest;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs values of steps: {@code step 200: loss 0.1374, accuracy 0.9600}. These are the measures of a
 * {@code Trainer}, if one runs the steps, and values of edges. For one training.
 */
public final class StepLogger implements TrainingListener {
  private static final Logger LOG = LoggerFactory.getLogger(StepLogger.class);

  private final Map<String, Output> values = new LinkedHashMap<>();
  private final Cadence.Timer timer;
  private Consumer<String> lines = LOG::info;
  private @Nullable List<String> measures;
  private boolean isDue;

  private StepLogger(Cadence cadence) {
    this.timer = cadence.timer();
  }

  /** Logs at a cadence. */
  public static StepLogger every(Cadence cadence) {
    return new StepLogger(cadence);
  }

  /** Logs only these measures of the trainer. */
  public StepLogger measures(String... names) {
    measures = List.of(names);
    return this;
  }

  /** Also logs values of edges, by the names they have in lines. */
  public StepLogger values(Map<String, ? extends Operand> edges) {
    edges.forEach((name, edge) -> values.put(name, edge.asOutput()));
    return this;
  }

  /** Passes lines to a consumer instead of the log. */
  public StepLogger to(Consumer<String> consumer) {
    lines = consumer;
    return this;
  }

  @Override
  public void beforeStep(StepRequest request) {
    isDue = timer.isDue(request.step());
    if (isDue) {
      values.values().forEach(request::fetch);
    }
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    if (!isDue) {
      return;
    }
    StringJoiner line = new StringJoiner(", ", "step " + report.step() + ": ", "");
    Map<String, Double> measured = report.measures().values();
    (measures == null ? measured.keySet() : measures)
        .forEach(name -> line.add(name + " " + text(report.measures().get(name))));
    values.forEach((name, output) -> line.add(name + " " + text(report.value(output))));
    timer.done(report.step());
    lines.accept(line.toString());
  }

  private static String text(Tensor value) {
    return value.shape().isScalar() && value.dtype().isFloating()
        ? text(value.getDouble(0))
        : value.toString();
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
