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
  private final Map<Output, Tensor> initialFeeds = new LinkedHashMap<>();
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

  /** What the nodes need that are run once. */
  Duel initialFeed(Output edge, Tensor value) {
    initialFeeds.put(edge, value);
    return this;
  }

  /** Weir with the kernels it chooses itself. */
  Contender weir() {
    return weir(WEIR, KernelSelector.standard());
  }

  /** Weir with some kernels only. */
  Contender weir(String name, KernelSelector kernels) {
    return weir(name, kernels, List.of());
  }

  /** Weir with some kernels only, and some optimization passes. */
  Contender weir(String name, KernelSelector kernels, List<String> passes) {
    Session session = session(kernels, passes);
    return Contender.of(name, () -> run(session).forEach(Tensor::close));
  }

  private Session session(KernelSelector kernels, List<String> passes) {
    List<String> off = new ArrayList<>(GraphOptimizer.names());
    off.removeAll(passes);
    LocalOptions config = LocalOptions.builder().kernels(kernels).disabledPasses(off).build();
    Session session = Session.open(graph, config);
    open.add(session);
    if (!initializers.isEmpty()) {
      Runner runner = session.runner();
      initialFeeds.forEach(runner::feed);
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
      List<String> first = initializers.stream().map(Node::name).toList();
      tensorflow.run(byName(initialFeeds), List.of(), first);
    }
    TensorFlowStep step =
        tensorflow.prepare(
            byName(feeds),
            fetches.stream().map(Output::name).toList(),
            targets.stream().map(Node::name).toList());
    open.add(step);
    return step;
  }

  private static Map<String, Tensor> byName(Map<Output, Tensor> feeds) {
    Map<String, Tensor> byName = new LinkedHashMap<>();
    feeds.forEach((edge, value) -> byName.put(edge.name(), value));
    return byName;
  }

  /** Fails unless both compute the same, up to rounding: else they do not do the same work. */
  void checkAgreement(KernelSelector kernels, double tolerance) {
    checkAgreement(kernels, tolerance, Integer.MAX_VALUE);
  }

  /** Compares only the first results, if the others are not determined completely. */
  void checkAgreement(KernelSelector kernels, double tolerance, int first) {
    List<Tensor> ours = run(session(kernels, List.of()));
    TensorFlowStep step = step();
    step.execute();
    int compared = Math.min(first, ours.size());
    Agreement.check(ours.subList(0, compared), step.results().subList(0, compared), tolerance);
  }

  @Override
  public void close() {
    Closing.all(open);
  }
}
