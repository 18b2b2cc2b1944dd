package dev.weir.bench.network;

import dev.weir.conformance.EmbeddedTensorFlow;
import dev.weir.conformance.SessionSettings;
import dev.weir.conformance.TensorFlowStep;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** TensorFlow, running Weir's graph with its own graph optimizer. */
public final class TensorFlowSide implements Side {
  private final String name;
  private final EmbeddedTensorFlow tensorflow;
  private final TensorFlowStep step;

  /** Running the graph that Weir runs. */
  public TensorFlowSide(Task task, int threads) {
    this(task, threads, false);
  }

  /** Running a graph in which sequences are unrolled. */
  public static TensorFlowSide unrolled(Task task, int threads) {
    return new TensorFlowSide(task, threads, true);
  }

  /** Imports the graph and gives its variables their values. */
  private TensorFlowSide(Task task, int threads, boolean isUnrolled) {
    name = isUnrolled ? "tensorflow-unrolled" : "tensorflow";
    NetworkGraph network = new NetworkGraph(task, isUnrolled);
    // no deadline: it is not what a user sets
    SessionSettings settings =
        SessionSettings.PLAIN.withThreads(threads).withOptimized(true).withDeadline(Duration.ZERO);
    tensorflow = EmbeddedTensorFlow.of(GraphDefs.toBinary(network.graph()), settings);
    tensorflow.run(
        named(network.initialValues()), List.of(), List.of(network.initializer().name()));
    step =
        tensorflow.prepare(
            named(network.feeds()),
            List.of(network.fetched().name()),
            network.targets().stream().map(Node::name).toList());
  }

  private static Map<String, Tensor> named(Map<Output, Tensor> feeds) {
    Map<String, Tensor> named = new LinkedHashMap<>();
    feeds.forEach((edge, value) -> named.put(edge.name(), value));
    return named;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void run(long times) {
    for (long i = 0; i < times; i++) {
      step.execute();
    }
  }

  @Override
  public float[] observe() {
    step.execute();
    return Observed.floats(step.results().getFirst());
  }

  @Override
  public void close() {
    step.close();
    tensorflow.close();
  }
}
