package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.ClusterTimeouts;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.CachingAllocator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The tasks of a test, what they log and what they hold. */
final class WatchedTasks implements AutoCloseable {
  static final TaskId PS = new TaskId("ps", 0);
  static final TaskId WORKER = new TaskId("worker", 0);

  private static final List<String> NETWORKS = List.of("weir-network", "weir-task", "weir-streams");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Tiny tensors are cut from slabs that the garbage collector gives back, some time. */
  private static final long SLABS = 1 << 18;

  final CapturedLog log = new CapturedLog();

  /** The memory of all its tasks, and of nothing else in the process. */
  final CachingAllocator allocator = new CachingAllocator(Allocator.shared().usage().budget());

  GrpcOptions grpc = GrpcOptions.DEFAULT;
  StreamOptions streams = StreamOptions.DEFAULT;
  ClusterTimeouts timeouts = ClusterTimeouts.STANDARD.withStartTimeout(Duration.ofSeconds(1));

  private final List<Server> servers = new ArrayList<>();
  private final List<Integer> connections = new ArrayList<>();
  private long bytes;
  private List<String> threads = List.of();

  static String freeAddress() {
    return LoopbackPorts.HOST + ":" + LoopbackPorts.ofProcess().next();
  }

  static ClusterSpec spec(String ps, String worker) {
    return ClusterSpec.builder().task(PS, ps).task(WORKER, worker).build();
  }

  Server start(TaskId task, ClusterSpec spec) {
    return start(
        ServerOptions.builder(task, new FixedMembership(spec))
            .timeouts(timeouts)
            .grpc(grpc)
            .streams(streams)
            .allowedDirectories(List.of(Path.of(System.getProperty("java.io.tmpdir"))))
            .allocator(allocator)
            .build());
  }

  Server start(ServerOptions options) {
    Server server = Server.start(options);
    servers.add(server);
    return server;
  }

  /** Both tasks of a cluster; the worker is given back. */
  Server startBoth(ClusterSpec spec) {
    start(PS, spec);
    return start(WORKER, spec);
  }

  /** Remembers what the tasks hold, to compare with later. */
  void look() {
    log.clear();
    connections.clear();
    servers.forEach(server -> connections.add(server.connections()));
    bytes = allocator.usage().inUse();
    threads = threads();
  }

  /** Whether a session on both tasks works. */
  static void assertWorks(Server master) {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output two = ps.math.add(ps.constant(1f), ps.constant(1f));
    try (Session session = Session.connect(master.target(), graph)) {
      assertThat(session.run(two).getFloat(0)).isEqualTo(2f);
    }
  }

  /** How a client fails that wants a session. */
  static WeirException refusal(Server master) {
    Graph graph = new Graph();
    Ops.create(graph).constant(1f);
    return catchThrowableOfType(
        WeirException.class, () -> Session.connect(master.target(), graph).close());
  }

  /** Whether the tasks said this in one line, and nothing else. */
  void assertSaid(String... parts) {
    eventually(() -> !log.lines().isEmpty(), () -> "nothing was logged");
    assertThat(log.lines()).singleElement().asString().contains(parts).doesNotContain("\n");
    assertThat(log.stackTraces()).as("stack traces").isZero();
  }

  /** Whether gRPC, which would print stack traces, said nothing. */
  void assertGrpcIsSilent() {
    assertThat(log.linesOfGrpc()).isEmpty();
  }

  /** Whether the tasks hold no more than at the last check. */
  void assertNothingLeft() {
    for (int i = 0; i < servers.size(); i++) {
      Server server = servers.get(i);
      int before = connections.get(i);
      eventually(() -> isClean(server.status()), () -> server.status().toString());
      eventually(
          () -> server.connections() <= before,
          () -> server.task() + " has " + server.connections() + " connections, not " + before);
    }
    eventually(
        () -> allocator.usage().inUse() <= bytes + SLABS,
        () -> allocator.usage() + ", held before: " + bytes);
    eventually(() -> threads().size() <= threads.size(), () -> threads() + ", before: " + threads);
  }

  private static void eventually(BooleanSupplier holds, Supplier<String> otherwise) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(holds.getAsBoolean()).as(otherwise).isTrue();
  }

  private static boolean isClean(TaskStatus status) {
    return status.knownSteps() == 0
        && status.runningSteps() == 0
        && status.clientSessions() == 0
        && status.sessions() == 0
        && status.graphs() == 0;
  }

  /** Those of networks, and of ports; threads that compute are shared, and start when needed. */
  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> NETWORKS.stream().anyMatch(name::startsWith) && !name.endsWith("clock"))
        .sorted()
        .toList();
  }

  @Override
  public void close() {
    servers.forEach(Server::close);
    log.close();
  }
}
