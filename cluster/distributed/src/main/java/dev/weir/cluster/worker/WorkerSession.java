package dev.weir.cluster.worker;

import dev.weir.cluster.wire.CreateWorkerSession;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.kernel.FileAccess;
import dev.weir.runtime.GraphServices;
import dev.weir.runtime.NodeStates;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.compile.StepCompiler;
import dev.weir.runtime.execute.ComputePool;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A session of some master, as this task knows it: its registered graphs and nodes' state. */
final class WorkerSession implements AutoCloseable {
  private final CreateWorkerSession request;
  private final StepCompiler compiler;
  private final ComputePool pool;
  private final FileAccess files;
  private final NodeStates states = new NodeStates();
  private final Map<String, RegisteredGraph> graphs = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();

  WorkerSession(
      CreateWorkerSession request, SessionConfig config, ComputePool pool, FileAccess files) {
    this.request = request;
    this.compiler = config.compiler();
    this.pool = pool;
    this.files = files;
  }

  /** Whether it is of an earlier life of the master with this name. */
  boolean isOfAnEarlierLife(String masterTask, long masterIncarnation) {
    return request.masterTask().equals(masterTask)
        && request.masterIncarnation() != masterIncarnation;
  }

  /** Which life of its master it is of. */
  long masterIncarnation() {
    return request.masterIncarnation();
  }

  String register(ByteBuffer graphDef) {
    Graph graph = GraphDefs.fromBinary(graphDef);
    GraphServices services = new GraphServices(graph, compiler, states, pool, files);
    RegisteredGraph registered =
        new RegisteredGraph(graph, services, compiler.compilePlaced(graph));
    String handle = HexFormat.of().toHexDigits(numbers.incrementAndGet());
    graphs.put(handle, registered);
    return handle;
  }

  void deregister(String graph) {
    if (graphs.remove(graph) == null) {
      throw missing(graph);
    }
  }

  RegisteredGraph graph(String graph) {
    RegisteredGraph registered = graphs.get(graph);
    if (registered == null) {
      throw missing(graph);
    }
    return registered;
  }

  private WeirException missing(String graph) {
    return new WeirException(
        ErrorCode.ABORTED,
        "Graph handle is not found: "
            + graph
            + " in session "
            + request.session()
            + "; was this task restarted since the graph was registered?");
  }

  int graphCount() {
    return graphs.size();
  }

  @Override
  public void close() {
    graphs.clear();
    states.close();
  }
}
