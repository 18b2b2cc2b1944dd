package dev.weir.conformance;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_CloseSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteDeviceList;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteSessionOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeviceListCount;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeviceListIncarnation;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeviceListMemoryBytes;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeviceListName;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeviceListType;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_ExtendSession;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_Reset;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_SessionListDevices;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.tensorflow.internal.c_api.TF_DeviceList;
import org.tensorflow.internal.c_api.TF_SessionOptions;

/**
 * The real TensorFlow's client of a cluster: a session whose master is the task at {@code
 * grpc://host:port}. What goes over the wire is what TensorFlow itself sends. TensorFlow is loaded
 * into this process, which a failed check inside it ends: this is for measurements and for oracle
 * processes, tests use {@link ForkedClient}.
 *
 * <p>The master hears of the session when it is first told of a graph: by {@link #extend}, a run, a
 * partial run or a callable. Endpoints are written as for {@link TensorFlowOracle}; what the
 * cluster refuses is an {@link OracleRefusal}. Runs may overlap on several threads.
 *
 * {@snippet :
 * try (TensorFlowClient client = TensorFlowClient.connect("grpc://localhost:2222", graphDef)) {
 *   Tensor sum = client.run(Map.of("x", Tensors.scalar(2f)), List.of("sum"), List.of()).getFirst();
 * }
 * }
 */
public final class TensorFlowClient implements AutoCloseable {
  private final TensorFlowGraph graph;
  private final TensorFlowSession session;

  private TensorFlowClient(TensorFlowGraph graph, TensorFlowSession session) {
    this.graph = graph;
    this.session = session;
  }

  /** A session for a serialized {@code GraphDef} with the master at a target. */
  public static TensorFlowClient connect(String target, byte[] graphDef) {
    return connect(graphDef, SessionSettings.PLAIN.withTarget(target));
  }

  /** Connects to the target that the settings name. */
  public static TensorFlowClient connect(byte[] graphDef, SessionSettings settings) {
    if (settings.target().isEmpty()) {
      throw WeirException.invalidArgument(
          "a client needs the target of a master, such as grpc://localhost:2222");
    }
    TensorFlowGraph graph = new TensorFlowGraph(graphDef);
    try {
      return new TensorFlowClient(graph, new TensorFlowSession(graph, settings));
    } catch (OracleRefusal e) {
      graph.close();
      throw e;
    }
  }

  /**
   * Lets all tasks of a cluster drop what is in these containers, in the default one if none is
   * named, and ends the sessions of the master.
   */
  public static void reset(String target, String... containers) {
    TF_SessionOptions options =
        TensorFlowSession.options(SessionSettings.PLAIN.withTarget(target), false);
    try (NativeStatus status = new NativeStatus();
        PointerPointer<BytePointer> names = new PointerPointer<>(containers)) {
      TF_Reset(options, names, containers.length, status.handle());
      status.check(OracleRefusal.Phase.RUN);
    } finally {
      TF_DeleteSessionOptions(options);
    }
  }

  /**
   * Adds nodes and tells the master of all it does not know yet.
   *
   * @param graphDef a serialized {@code GraphDef} of new nodes, whose inputs may be old ones
   */
  public synchronized void extend(byte[] graphDef) {
    graph.extend(graphDef);
    tellGraph();
  }

  /** Tells the master of all nodes it does not know yet; opens the session if that is new. */
  public void tellGraph() {
    session.call((handle, status) -> TF_ExtendSession(handle, status));
  }

  /** Runs one step; see {@link TensorFlowOracle#run}. */
  public List<Tensor> run(Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    try (TensorFlowStep step = prepare(feeds, fetches, targets)) {
      step.execute();
      return step.results();
    }
  }

  /** A step with its feeds already converted, to run again and again at TensorFlow's own cost. */
  public synchronized TensorFlowStep prepare(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets) {
    return new TensorFlowStep(session, new StepArguments(graph, feeds, fetches, targets));
  }

  /** Opens a step that is run piece by piece; all that will be fed, fetched and run is given. */
  public synchronized TensorFlowPartialRun partialRun(
      List<String> feeds, List<String> fetches, List<String> targets) {
    return new TensorFlowPartialRun(graph, session, feeds, fetches, targets);
  }

  /** Describes a step to the master, to be run by its number alone. */
  public synchronized TensorFlowCallable callable(
      List<String> feeds, List<String> fetches, List<String> targets) {
    tellGraph();
    return new TensorFlowCallable(session, feeds, fetches, targets);
  }

  /** The devices of the cluster, as the master lists them. */
  public List<TensorFlowDevice> devices() {
    List<TensorFlowDevice> devices = new ArrayList<>();
    session.call(
        (handle, status) -> {
          TF_DeviceList list = TF_SessionListDevices(handle, status);
          if (list == null) {
            return;
          }
          try {
            for (int i = 0; i < TF_DeviceListCount(list); i++) {
              devices.add(
                  new TensorFlowDevice(
                      TF_DeviceListName(list, i, status).getString(),
                      TF_DeviceListType(list, i, status).getString(),
                      TF_DeviceListMemoryBytes(list, i, status),
                      TF_DeviceListIncarnation(list, i, status)));
            }
          } finally {
            TF_DeleteDeviceList(list);
          }
        });
    return List.copyOf(devices);
  }

  /** Asks the master to end the session, and throws if it refuses. What runs is cancelled. */
  public void endSession() {
    session.call((handle, status) -> TF_CloseSession(handle, status));
  }

  /** Ends the session whatever the master says to that, and frees it. */
  @Override
  public synchronized void close() {
    session.close();
    graph.close();
  }
}
