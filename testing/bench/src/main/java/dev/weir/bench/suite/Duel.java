package dev.weir.bench.suite;

import dev.weir.bench.harness.Contender;
import dev.weir.conformance.EmbeddedTensorFlow;
import dev.weir.conformance.SessionSettings;
import dev.weir.conformance.TensorFlowStep;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One step of one graph, run by Weir and by TensorFlow. TensorFlow reads the GraphDef that Weir
 * writes. Feeds are converted before, what is fetched stays where it is and is freed before the
 * next step, and graph optimizers are off.
 */
final class Duel implements AutoCloseable {
  static final String WEIR = "weir";
  static final String TENSORFLOW = "tensorflow";

  private final Graph graph;
  private final int threads;
  private final Map<Output, Tensor> feeds = new LinkedHashMap<>();
  private final List<Output> fetches = new ArrayList<>();
  private final List<Node> targets = new ArrayList<>();
  private final List<Node> initializers = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  Duel(Graph graph, int threads) {
    this.graph = graph;
    this.threads = threads;
  }

  Duel feed(Output edge, Tensor value) {
    feeds.put(edge, value);
    return this;
  }

  Duel fetch(Output edge) {
    fetches.add(edge);
    return this;
  }

  Duel target(Node node) {
    targets.add(node);
    return this;
  }

  /** A node that is run once, before all steps, by each session. */
  Duel initialize(Node node) {
    initializers.add(node);
    return this;
  }

  /** Weir with the kernels it chooses itself. */
  Contender weir() {
    return weir(WEIR, KernelSelector.standard());
  }

  /** Weir with some kernels only. */
  Contender weir(String name, KernelSelector kernels) {
    Session session = session(kernels);
    return Contender.of(name, () -> run(session).forEach(Tensor::close));
  }

  private Session session(KernelSelector kernels) {
    LocalOptions config =
        LocalOptions.builder().kernels(kernels).disabledPasses(GraphOptimizer.names()).build();
    Session session = Session.open(graph, config);
    open.add(session);
    if (!initializers.isEmpty()) {
      Runner runner = session.runner();
      initializers.forEach(runner::addTarget);
      runner.run();
    }
    return session;
  }

  private List<Tensor> run(Session session) {
    Runner runner = session.runner();
    feeds.forEach(runner::feed);
    fetches.forEach(runner::fetch);
    targets.forEach(runner::addTarget);
    return runner.run();
  }

  /** TensorFlow. */
  Contender tensorflow() {
    return Contender.of(TENSORFLOW, step()::execute);
  }

  private TensorFlowStep step() {
    // no deadline: it is not what a user sets
    SessionSettings settings =
        SessionSettings.PLAIN.withThreads(threads).withDeadline(Duration.ZERO);
    EmbeddedTensorFlow tensorflow = EmbeddedTensorFlow.of(GraphDefs.toBinary(graph), settings);
    open.add(tensorflow);
    if (!initializers.isEmpty()) {
      tensorflow.run(Map.of(), List.of(), initializers.stream().map(Node::name).toList());
    }
    Map<String, Tensor> fed = new LinkedHashMap<>();
    feeds.forEach((edge, value) -> fed.put(edge.name(), value));
    TensorFlowStep step =
        tensorflow.prepare(
            fed,
            fetches.stream().map(Output::name).toList(),
            targets.stream().map(Node::name).toList());
    open.add(step);
    return step;
  }

  /** Fails unless both compute the same, up to rounding: else they do not do the same work. */
  void checkAgreement(KernelSelector kernels, double tolerance) {
    checkAgreement(kernels, tolerance, Integer.MAX_VALUE);
  }

  /** Compares only the first results, if the others are not determined completely. */
  void checkAgreement(KernelSelector kernels, double tolerance, int first) {
    List<Tensor> ours = run(session(kernels));
    TensorFlowStep step = step();
    step.execute();
    List<Tensor> theirs = step.results();
    for (int i = 0; i < Math.min(first, ours.size()); i++) {
      Tensor our = ours.get(i);
      Tensor their = theirs.get(i);
      if (!our.shape().equals(their.shape())) {
        throw new IllegalStateException(
            "Weir computes " + our.shape() + ", TensorFlow " + their.shape());
      }
      long stride = Math.max(1, our.elements() / 1000);
      for (long j = 0; j < our.elements(); j += stride) {
        double a = our.getDouble(j);
        double b = their.getDouble(j);
        if (a != b && !(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)))) {
          throw new IllegalStateException(
              "element " + j + " is " + a + " in Weir and " + b + " in TensorFlow");
        }
      }
    }
  }

  @Override
  public void close() {
    Closing.all(open);
  }
}
