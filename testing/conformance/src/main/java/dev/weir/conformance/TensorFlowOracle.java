package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A graph in the real TensorFlow, to compare Weir with: what it computes, what it refuses, what it
 * infers.
 *
 * <p>TensorFlow runs in a process of its own, whose {@code TF_ENABLE_ONEDNN_OPTS} is set by {@link
 * OracleSettings}. If TensorFlow ends that process, or does not answer in time, the call is an
 * {@link OracleCrash}, and so are all later ones about this graph; the next graph gets another
 * process.
 *
 * <p>Endpoints are written {@code "node:1"}, or {@code "node"} for output 0. All runs share one
 * session, so variables, queues and random generators keep their state from run to run.
 * TensorFlow's graph optimizer and constant folding are off unless {@link SessionSettings} asks for
 * them.
 *
 * <p>What TensorFlow refuses is an {@link OracleRefusal}; what was asked wrongly of the oracle (an
 * unknown node, a resource to fetch) is a {@link WeirException}. Runs may overlap on several
 * threads; {@link #close} cancels those that still wait.
 *
 * {@snippet :
 * try (TensorFlowOracle oracle = TensorFlowOracle.of(graphDef)) {
 *   Tensor sum = oracle.run(Map.of("x", Tensors.scalar(2f)), List.of("sum"), List.of()).getFirst();
 * }
 * }
 */
public final class TensorFlowOracle implements AutoCloseable {
  /** How long the oracle process may take for what has no deadline of its own. */
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(2);

  /** What a step may take beyond the deadline that TensorFlow itself is given. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private record Inferred(DType dtype, Shape shape) {}

  private final OracleProcess process;
  private final Duration longestStep;
  private final Map<String, Inferred> inferred = new ConcurrentHashMap<>();
  private final AtomicBoolean closed = new AtomicBoolean();

  private TensorFlowOracle(OracleProcess process, Duration longestStep) {
    this.process = process;
    this.longestStep = longestStep;
  }

  /** Imports a serialized {@code GraphDef}. */
  public static TensorFlowOracle of(byte[] graphDef) {
    return of(graphDef, SessionSettings.PLAIN);
  }

  /** Imports a serialized {@code GraphDef}, to be run as the settings say. */
  public static TensorFlowOracle of(byte[] graphDef, SessionSettings settings) {
    Duration deadline = settings.deadline();
    return of(graphDef, settings, deadline.isZero() ? LONGEST_ANSWER : deadline.plus(GRACE));
  }

  /** Imports a graph whose process is killed if a step of it takes longer than given. */
  static TensorFlowOracle of(byte[] graphDef, SessionSettings settings, Duration longestStep) {
    OracleProcess process = OracleProcesses.lease();
    try {
      process.ask(
          OracleCommand.OPEN,
          LONGEST_ANSWER,
          out -> {
            OracleFrames.writeSettings(out, settings);
            OracleFrames.writeBytes(out, graphDef);
          });
      return new TensorFlowOracle(process, longestStep);
    } catch (RuntimeException e) {
      OracleProcesses.release(process);
      throw e;
    }
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
    checkOpen();
    feeds.values().forEach(value -> NativeTensors.requireCopyable(value.dtype(), "fed"));
    return OracleFrames.read(
        process.ask(
            OracleCommand.RUN,
            longestStep,
            out -> {
              OracleFrames.writeFeeds(out, feeds);
              OracleFrames.writeTexts(out, fetches);
              OracleFrames.writeTexts(out, targets);
            }),
        OracleFrames::readTensors);
  }

  /** The shape TensorFlow infers for an endpoint before anything runs. */
  public Shape inferredShape(String endpoint) {
    return infer(endpoint).shape();
  }

  /** The element type of an endpoint; for a reference, of the variable it refers to. */
  public DType outputDtype(String endpoint) {
    return infer(endpoint).dtype();
  }

  private Inferred infer(String endpoint) {
    checkOpen();
    Inferred known = inferred.get(endpoint);
    if (known == null) {
      known =
          OracleFrames.read(
              process.ask(
                  OracleCommand.INFER,
                  LONGEST_ANSWER,
                  out -> OracleFrames.writeText(out, endpoint)),
              in -> new Inferred(DType.ofNumber(in.readInt()), OracleFrames.readShape(in)));
      inferred.put(endpoint, known);
    }
    return known;
  }

  /**
   * Extends the graph by TensorFlow's own gradients of {@code ys} with respect to {@code xs}.
   *
   * @param incoming the gradients with respect to {@code ys}, one each
   * @return an endpoint for each of {@code xs}; null if there is no gradient with respect to it
   */
  public List<@Nullable String> addGradients(
      List<String> ys, List<String> xs, List<String> incoming) {
    checkOpen();
    List<String> added =
        OracleFrames.read(
            process.ask(
                OracleCommand.ADD_GRADIENTS,
                LONGEST_ANSWER,
                out -> {
                  OracleFrames.writeTexts(out, ys);
                  OracleFrames.writeTexts(out, xs);
                  OracleFrames.writeTexts(out, incoming);
                }),
            OracleFrames::readTexts);
    return added.stream()
        .<@Nullable String>map(endpoint -> endpoint.isEmpty() ? null : endpoint)
        .toList();
  }

  /** The process TensorFlow runs in. */
  OracleProcess process() {
    return process;
  }

  private void checkOpen() {
    if (closed.get()) {
      throw WeirException.failedPrecondition("this oracle is closed");
    }
  }

  /** Cancels the steps that still run and frees the graph and its session. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    try {
      if (process.isAlive()) {
        process.ask(OracleCommand.CLOSE, LONGEST_ANSWER, out -> {});
      }
    } catch (OracleCrash e) {
      // there is nothing left to free
    } finally {
      OracleProcesses.release(process);
    }
  }
}
