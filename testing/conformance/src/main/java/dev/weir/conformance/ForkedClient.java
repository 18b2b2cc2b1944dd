package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.io.DataInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The real TensorFlow's client of a cluster, as {@link TensorFlowClient}, in an oracle process. If
 * TensorFlow ends that process, or does not answer in time, the call is an {@link OracleCrash}, and
 * so are all later ones of this session; the next session gets another process.
 *
 * <p>What the cluster refuses is an {@link OracleRefusal}. Steps may overlap on several threads.
 */
public final class ForkedClient implements AutoCloseable {
  /** Longer than a step may take in {@link SessionSettings#PLAIN}. */
  private static final Duration LONGEST_ANSWER = Duration.ofMinutes(2);

  private final OracleProcess process;
  private final AtomicBoolean closed = new AtomicBoolean();

  private ForkedClient(OracleProcess process) {
    this.process = process;
  }

  /** A session for a serialized {@code GraphDef} with the master at {@code grpc://host:port}. */
  public static ForkedClient connect(String target, byte[] graphDef) {
    OracleProcess process = OracleProcesses.lease();
    try {
      process.ask(
          OracleCommand.CONNECT,
          LONGEST_ANSWER,
          out -> {
            OracleFrames.writeSettings(out, SessionSettings.PLAIN.withTarget(target));
            OracleFrames.writeBytes(out, graphDef);
          });
      return new ForkedClient(process);
    } catch (RuntimeException e) {
      OracleProcesses.release(process);
      throw e;
    }
  }

  /** Resets containers of a cluster and ends the sessions of the master. */
  public static void reset(String target, String... containers) {
    OracleProcess process = OracleProcesses.lease();
    try {
      process.ask(
          OracleCommand.RESET,
          LONGEST_ANSWER,
          out -> {
            OracleFrames.writeText(out, target);
            OracleFrames.writeTexts(out, List.of(containers));
          });
    } finally {
      OracleProcesses.release(process);
    }
  }

  /** Adds nodes, whose inputs may be old ones, and tells the master. */
  public void extend(byte[] graphDef) {
    ask(OracleCommand.EXTEND, out -> OracleFrames.writeBytes(out, graphDef));
  }

  /** Tells the master of all nodes it does not know yet; opens the session if that is new. */
  public void tellGraph() {
    ask(OracleCommand.TELL_GRAPH, out -> {});
  }

  /** Runs one step; see {@link TensorFlowOracle#run}. */
  public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    return OracleFrames.read(
        ask(
            OracleCommand.RUN,
            out -> {
              OracleFrames.writeFeeds(out, feeds);
              OracleFrames.writeTexts(out, fetches);
              OracleFrames.writeTexts(out, targets);
            }),
        OracleFrames::readTensors);
  }

  /** Opens a step that is run piece by piece; all that will be fed, fetched and run is given. */
  public PartialStep partialRun(List<String> feeds, List<String> fetches, List<String> targets) {
    return new PartialStep(this, describe(OracleCommand.OPEN_PARTIAL_RUN, feeds, fetches, targets));
  }

  /** Describes a step to the master, to be run by its number alone. */
  public Callable callable(List<String> feeds, List<String> fetches, List<String> targets) {
    return new Callable(this, describe(OracleCommand.MAKE_CALLABLE, feeds, fetches, targets));
  }

  private int describe(
      OracleCommand command, List<String> feeds, List<String> fetches, List<String> targets) {
    return OracleFrames.read(
        ask(
            command,
            out -> {
              OracleFrames.writeTexts(out, feeds);
              OracleFrames.writeTexts(out, fetches);
              OracleFrames.writeTexts(out, targets);
            }),
        DataInputStream::readInt);
  }

  /** The devices of the cluster, as the master lists them. */
  public List<TensorFlowDevice> devices() {
    return OracleFrames.read(ask(OracleCommand.DEVICES, out -> {}), OracleFrames::readDevices);
  }

  /** Asks the master to end the session, and throws if it refuses. */
  public void endSession() {
    ask(OracleCommand.END_SESSION, out -> {});
  }

  /** The process TensorFlow runs in. */
  OracleProcess process() {
    return process;
  }

  private DataInputStream ask(OracleCommand command, OracleFrames.Body body) {
    if (closed.get()) {
      throw WeirException.failedPrecondition("this client is closed");
    }
    return process.ask(command, LONGEST_ANSWER, body);
  }

  /** Ends the session whatever the master says to that, and frees it. */
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

  /** A step that is run piece by piece; see {@link TensorFlowPartialRun}. */
  public static final class PartialStep implements AutoCloseable {
    private final ForkedClient client;
    private final int number;

    private PartialStep(ForkedClient client, int number) {
      this.client = client;
      this.number = number;
    }

    /** Runs the next piece. */
    public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches) {
      return OracleFrames.read(
          client.ask(
              OracleCommand.RUN_PIECE,
              out -> {
                out.writeInt(number);
                OracleFrames.writeFeeds(out, feeds);
                OracleFrames.writeTexts(out, fetches);
              }),
          OracleFrames::readTensors);
    }

    @Override
    public void close() {
      client.ask(OracleCommand.CLOSE_PARTIAL_RUN, out -> out.writeInt(number));
    }
  }

  /** A step that is run by its number; see {@link TensorFlowCallable}. */
  public static final class Callable implements AutoCloseable {
    private final ForkedClient client;
    private final int number;

    private Callable(ForkedClient client, int number) {
      this.client = client;
      this.number = number;
    }

    /** Runs the step with what is fed, in the order of the description. */
    public List<Tensor> run(List<Tensor> values) {
      return OracleFrames.read(
          client.ask(
              OracleCommand.RUN_CALLABLE,
              out -> {
                out.writeInt(number);
                OracleFrames.writeTensors(out, values);
              }),
          OracleFrames::readTensors);
    }

    /** Lets the master forget the step, and throws if it refuses. */
    @Override
    public void close() {
      client.ask(OracleCommand.RELEASE_CALLABLE, out -> out.writeInt(number));
    }
  }
}
