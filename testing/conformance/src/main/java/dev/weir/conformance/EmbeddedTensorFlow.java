package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph in a TensorFlow that is loaded into this process: for measurements, and for the oracle
 * process ({@link OracleProgram}) behind {@link TensorFlowOracle}. Tests use the latter: a failed
 * check inside TensorFlow ends the process it is loaded into.
 *
 * <p>Endpoints are written {@code "node:1"}, or {@code "node"} for output 0. All runs share one
 * session, so variables, queues and random generators keep their state from run to run.
 * TensorFlow's graph optimizer and constant folding are off unless {@link SessionSettings} asks for
 * them.
 *
 * <p>What TensorFlow refuses is an {@link OracleRefusal}; an unknown node or a resource to fetch is
 * a {@link WeirException}. Runs may overlap on several threads; {@link #close} cancels those that
 * still wait.
 */
public final class EmbeddedTensorFlow implements AutoCloseable {
  private final TensorFlowGraph graph;
  private final SessionSettings settings;
  private final boolean ownThreads;
  private @Nullable TensorFlowSession session;
  private boolean closed;

  private EmbeddedTensorFlow(TensorFlowGraph graph, SessionSettings settings, boolean ownThreads) {
    this.graph = graph;
    this.settings = settings;
    this.ownThreads = ownThreads;
  }

  /** Imports a serialized {@code GraphDef}. */
  public static EmbeddedTensorFlow of(byte[] graphDef) {
    return of(graphDef, SessionSettings.PLAIN);
  }

  /** Imports a serialized {@code GraphDef}, to be run as the settings say. */
  public static EmbeddedTensorFlow of(byte[] graphDef, SessionSettings settings) {
    return new EmbeddedTensorFlow(new TensorFlowGraph(graphDef), settings, true);
  }

  /**
   * Imports a graph that is run by the threads of the process, whose number is that of the first.
   */
  static EmbeddedTensorFlow withSharedThreads(byte[] graphDef, SessionSettings settings) {
    return new EmbeddedTensorFlow(new TensorFlowGraph(graphDef), settings, false);
  }

  /**
   * Runs one step.
   *
   * @param feeds endpoint to the value it takes instead of its own
   * @param fetches the endpoints to return
   * @param targets nodes to run for their effect
   * @return the fetched tensors, in the order of {@code fetches}
   */
  public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    try (TensorFlowStep step = prepare(feeds, fetches, targets)) {
      step.execute();
      return step.results();
    }
  }

  /** A step with its feeds already converted, for measuring TensorFlow itself. */
  public synchronized TensorFlowStep prepare(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    TensorFlowSession open = session();
    return new TensorFlowStep(open, new StepArguments(graph, feeds, fetches, targets));
  }

  /** The shape TensorFlow infers for an endpoint before anything runs. */
  public synchronized Shape inferredShape(String endpoint) {
    return graph.shape(endpoint);
  }

  /** The element type of an endpoint; for a reference, of the variable it refers to. */
  public synchronized DType outputDtype(String endpoint) {
    return graph.dtype(endpoint);
  }

  /**
   * Extends the graph by TensorFlow's own gradients of {@code ys} with respect to {@code xs}.
   *
   * @param incoming the gradients with respect to {@code ys}, one each
   * @return an endpoint for each of {@code xs}; null if there is no gradient with respect to it
   */
  public synchronized List<@Nullable String> addGradients(
      List<String> ys, List<String> xs, List<String> incoming) {
    return graph.addGradients(ys, xs, incoming);
  }

  // Made on first use: to infer shapes a session is not needed.
  private TensorFlowSession session() {
    if (closed) {
      throw WeirException.failedPrecondition("this oracle is closed");
    }
    if (session == null) {
      session = new TensorFlowSession(graph, settings, ownThreads);
    }
    return session;
  }

  /** Cancels the steps that still run and frees the graph and its session. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (session != null) {
        session.close();
      }
      graph.close();
    }
  }
}
