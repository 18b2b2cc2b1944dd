package dev.weir.runtime;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.PassNote;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.internal.Connector;
import dev.weir.runtime.internal.Engine;
import dev.weir.runtime.internal.LocalEngine;
import dev.weir.runtime.internal.TracedStep;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Runs a graph, in this process or on a cluster. Any edge can be fed, any edge fetched; what is not
 * needed is not run. Thread-safe: many steps may run at once over the same graph and state.
 *
 * {@snippet :
 * try (Session session = Session.open(graph)) {
 *   Tensor y = session.run(y);
 *   Tensor z = session.runner().feed(x, batch).run(z);
 * }
 * }
 */
public final class Session implements AutoCloseable {
  private final Graph graph;
  private final Engine engine;
  private volatile boolean closed;

  private Session(Graph graph, Engine engine) {
    this.graph = graph;
    this.engine = engine;
  }

  /** A session on one CPU device with state of its own. */
  public static Session open(Graph graph) {
    return open(graph, LocalOptions.standard());
  }

  /** A session in this process; it shares state with other sessions on the same devices. */
  public static Session open(Graph graph, LocalOptions options) {
    return new Session(graph, new LocalEngine(graph, options));
  }

  /**
   * A session on a cluster, by way of one of its tasks: {@code grpc://host:port}. State is shared
   * with all sessions on that cluster. Needs the cluster module on the class path.
   */
  public static Session connect(String target, Graph graph) {
    return connect(target, graph, ClusterOptions.DEFAULT);
  }

  /** A session on a cluster; devices, kernels and passes are those of the cluster. */
  public static Session connect(String target, Graph graph, ClusterOptions options) {
    for (Connector connector : ServiceLoader.load(Connector.class)) {
      if (connector.reaches(target)) {
        return new Session(graph, connector.connect(target, graph, options));
      }
    }
    throw WeirException.invalidArgument(
        "nothing on the class path can reach \"%s\"; with weir-cluster there,"
            + " write grpc://host:port",
        target);
  }

  /** The graph it runs, which may grow. */
  public Graph graph() {
    return graph;
  }

  /** Prepares a step. */
  public Runner runner() {
    checkOpen();
    return new Runner(this);
  }

  /** Adds the nodes and functions of a serialized GraphDef to the graph. */
  public void extend(byte[] graphDef) {
    checkOpen();
    GraphDefs.importInto(graph, graphDef);
  }

  /** Runs what an edge needs and returns its value. */
  public Tensor run(Operand fetch) {
    return runner().run(fetch);
  }

  /**
   * Runs what an edge needs, {@code node:index} or {@code node}, and returns its value. A node
   * without outputs is run by {@link Runner#addTarget(String)}.
   */
  public Tensor run(String fetch) {
    return runner().run(fetch);
  }

  /** Runs what several edges need, in one step, and returns their values. */
  public Result run(Operand first, Operand second, Operand... more) {
    Runner runner = runner().fetch(first).fetch(second);
    for (Operand fetch : more) {
      runner.fetch(fetch);
    }
    return runner.run();
  }

  /** Prepares a step with fixed feeds and fetches, to be run many times. */
  public CallableStep callable(List<? extends Operand> feeds, List<? extends Operand> fetches) {
    return callable(feeds, fetches, List.of(), RunOptions.DEFAULT);
  }

  /**
   * Prepares a step with fixed feeds, fetches and targets, to be run many times.
   *
   * @param targets nodes that are run for their effect
   * @param options deadline and cancellation of every run
   */
  public CallableStep callable(
      List<? extends Operand> feeds,
      List<? extends Operand> fetches,
      List<Node> targets,
      RunOptions options) {
    checkOpen();
    List<Output> fed = feeds.stream().map(this::edge).toList();
    StepSpec step =
        new StepSpec(
            fed.stream().map(Output::name).toList(),
            fetches.stream().map(fetch -> edge(fetch).name()).toList(),
            targets.stream().map(target -> own(target).name()).toList());
    return new CallableStep(this, fed, step.fetches(), engine.prepare(step, options));
  }

  /** An edge of this session's graph. */
  Output edge(Operand operand) {
    Output output = operand.asOutput();
    own(output.node());
    return output;
  }

  /** A node of this session's graph. */
  Node own(Node node) {
    if (node.graph() != graph) {
      throw node.error(ErrorCode.INVALID_ARGUMENT, "it is in another graph than this session's");
    }
    return node;
  }

  /**
   * Sets up a step that is fed and fetched incrementally. Nothing is fed yet: the edges named here
   * are the ones that may be.
   */
  public PartialRun partialRun(
      List<String> feeds, List<String> fetches, List<String> targets, RunOptions options) {
    checkOpen();
    StepSpec step =
        new StepSpec(
            feeds.stream().map(name -> graph.output(name).name()).toList(),
            fetches.stream().map(name -> graph.output(name).name()).toList(),
            targets.stream().map(name -> graph.get(name).name()).toList());
    return new PartialRun(graph, step, engine.partialRun(step, options), options);
  }

  /** Clears containers: variables in them lose their values. No names mean the default one. */
  public void reset(String... containers) {
    engine.reset(containers.length == 0 ? List.of("") : List.of(containers));
  }

  /** Refuses further steps. State that only this session had goes; so do not close it too early. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      engine.close();
    }
  }

  void checkOpen() {
    if (closed) {
      throw WeirException.failedPrecondition("the session is closed");
    }
  }

  Result run(StepSpec step, Tensor[] feeds, RunOptions options) {
    checkOpen();
    return new Result(graph, step.fetches(), engine.run(step, feeds, options));
  }

  TracedRun runTraced(StepSpec step, Tensor[] feeds, RunOptions options) {
    checkOpen();
    TracedStep traced = engine.runTraced(step, feeds, options);
    return new TracedRun(new Result(graph, step.fetches(), traced.fetched()), traced.trace());
  }

  /** Where the nodes of a step would run, and why. */
  Placement explainPlacement(StepSpec step) {
    checkOpen();
    return engine.explainPlacement(step);
  }

  /** What passes make of the nodes of a step, and why not more. */
  List<PassNote> explainCompile(StepSpec step) {
    checkOpen();
    return engine.explainCompile(step);
  }

  /** How many kinds of step it has compiled and kept. */
  int cachedSteps() {
    return engine.cachedSteps();
  }
}
