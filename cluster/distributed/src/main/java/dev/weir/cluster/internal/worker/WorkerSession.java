package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.kernel.FileAccess;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.internal.Compilers;
import dev.weir.runtime.internal.GraphServices;
import dev.weir.runtime.internal.NodeStates;
import dev.weir.runtime.internal.compile.PlanCompiler;
import dev.weir.runtime.internal.execute.ComputePool;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A session of some master, as this task knows it: its registered graphs and nodes' state. */
final class WorkerSession implements AutoCloseable {
  private final CreateWorkerSession request;
  private final long arrival;
  private final PlanCompiler compiler;
  private final ComputePool pool;
  private final FileAccess files;
  private final int mostGraphs;
  private final NodeStates states = new NodeStates();
  private final Map<String, RegisteredGraph> graphs = new ConcurrentHashMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private volatile long touchedNanos;

  WorkerSession(
      CreateWorkerSession request,
      long arrival,
      LocalOptions config,
      ComputePool pool,
      WorkerOptions options,
      long nowNanos) {
    this.request = request;
    this.arrival = arrival;
    this.touchedNanos = nowNanos;
    this.compiler = Compilers.plans(config);
    this.pool = pool;
    this.files = options.files();
    this.mostGraphs = options.limits().graphs();
  }

  /** Whether it is of another life of the master with this name. */
  boolean isOfAnotherLife(String masterTask, long masterIncarnation) {
    return request.masterTask().equals(masterTask)
        && request.masterIncarnation() != masterIncarnation;
  }

  /** The number of the request that opened it, in the order in which they arrived. */
  long arrival() {
    return arrival;
  }

  /** Which life of its master it is of. */
  long masterIncarnation() {
    return request.masterIncarnation();
  }

  /** Its master has renewed or used it. */
  void touch(long nowNanos) {
    touchedNanos = nowNanos;
  }

  /** Whether its master renews it, as Weir's do. */
  boolean isLeased() {
    return request.lease().isPositive();
  }

  /**
   * Whether its master is taken for gone: it has not renewed its lease or, if it renews none, has
   * not used the session for long.
   */
  boolean hasExpired(long nowNanos, Duration idle) {
    Duration limit = isLeased() ? request.lease() : idle;
    return nowNanos - touchedNanos > limit.toNanos();
  }

  /** For the log: whose it is. */
  String masterTask() {
    return request.masterTask().isEmpty() ? "an unnamed master" : request.masterTask();
  }

  String register(RegisterGraph request) {
    if (graphs.size() >= mostGraphs) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "session "
              + request.session()
              + " has "
              + graphs.size()
              + " graphs registered on this task; the limit is "
              + mostGraphs);
    }
    Graph graph = GraphDefs.fromPlaced(request.graphDef());
    GraphServices services = new GraphServices(graph, compiler, states, pool, files);
    RegisteredGraph registered =
        new RegisteredGraph(
            graph,
            services,
            compiler.compile(graph),
            CompressedTransfers.of(graph, request.options().wireFormat()));
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
