package dev.weir.train;

import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The loss and the metrics of some batches. */
final class Measurement {
  static final String LOSS = "loss";

  private record Started(Metric metric, Metric.Accumulator accumulator) {}

  private final Output loss;
  private final Map<String, Started> metrics = new LinkedHashMap<>();
  private double lossSum;
  private long examples;

  Measurement(Output loss, Map<String, Metric> metrics) {
    this.loss = loss;
    metrics.forEach((name, metric) -> this.metrics.put(name, new Started(metric, metric.start())));
  }

  /** Fetches what {@link #add} takes. */
  Runner fetch(Runner runner) {
    runner.fetch(loss);
    metrics.values().forEach(each -> each.metric.inputs().forEach(runner::fetch));
    return runner;
  }

  /** Adds what a batch gave, and returns its loss. */
  double add(List<Tensor> fetched, long batch) {
    double value = fetched.getFirst().getDouble(0);
    lossSum += value * batch;
    examples += batch;
    int next = 1;
    for (Started each : metrics.values()) {
      int end = next + each.metric.inputs().size();
      each.accumulator.add(fetched.subList(next, end), batch);
      next = end;
    }
    return value;
  }

  /** The loss of a step, and the metrics so far. */
  Measures ofStep(double stepLoss) {
    Map<String, Double> results = new LinkedHashMap<>();
    results.put(LOSS, stepLoss);
    return new Measures(addTo(results));
  }

  /** The mean loss and the metrics. */
  Measures all() {
    Map<String, Double> results = new LinkedHashMap<>();
    results.put(LOSS, examples == 0 ? Double.NaN : lossSum / examples);
    return new Measures(addTo(results));
  }

  private Map<String, Double> addTo(Map<String, Double> results) {
    metrics.forEach((name, each) -> results.put(name, each.accumulator.result()));
    return results;
  }
}
