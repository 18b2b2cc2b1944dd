package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.CachingAllocator;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Over streams callers do what their certificates allow, as they do over gRPC. */
@Timeout(60)
class TestStreamRoles {
  private static final int LARGE = 3 << 20;

  @TempDir private static Path folder;
  private static TlsIdentity server;
  private static TlsIdentity client;
  private static TlsIdentity task;
  private static TlsIdentity both;

  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private final StreamOptions options = options(StreamOptions.on(allocator));
  private final FakeWorker worker = new FakeWorker();
  private final FakeMaster master = new FakeMaster();

  /** The calls of steps that were served; the fakes note the others. */
  private final Queue<Object> served = new ConcurrentLinkedQueue<>();

  private StreamServer serving;

  /** How both ends reach each other. */
  StreamOptions options(StreamOptions usual) {
    return usual.toBuilder().local(false).build();
  }

  /** Whether they go on without TLS after they have shown their certificates. */
  boolean isPlain() {
    return false;
  }

  @BeforeAll
  static void makeCertificates() throws Exception {
    MadeCertificates made = new MadeCertificates(folder);
    client = made.with("client", "OU=weir-client", "server").identity();
    task = made.with("task", "OU=weir-task", "server", "client").identity();
    both = made.with("both", "OU=weir-task, OU=weir-client", "server").identity();
    server = made.with("server", "", "client", "task", "both").identity();
  }

  @BeforeEach
  void start() {
    StepResult nothing = new StepResult(List.of(), List.of());
    worker.onRunGraph = request -> served(request, nothing);
    worker.onReceive = request -> served(request, ReceivedTensor.DEAD);
    master.onRunStep = request -> served(request, nothing);
    master.onRunCallable = request -> served(request, nothing);
    serving = StreamServer.start("localhost", worker, master, options, null, server);
  }

  @AfterEach
  void stop() {
    serving.close();
    Leaks.assertInUse(allocator, 0);
  }

  private <T> CompletableFuture<T> served(Object request, T answer) {
    served.add(request);
    return CompletableFuture.completedFuture(answer);
  }

  private StreamClient streams(TlsIdentity identity) {
    return new StreamClient(options, null, identity, Loopback.LIMIT);
  }

  private ClientConnection connect(StreamClient by) {
    ClientConnection made = Loopback.get(by.connect("localhost", serving.address(), "the server"));
    HandoverChannel handover = made.handover();
    assertThat(handover != null && handover.isPlain()).isEqualTo(isPlain());
    return made;
  }

  /** The calls that tasks make of each other, by name. */
  private Map<String, CompletableFuture<?>> callWorker(ClientConnection by) {
    Map<String, CompletableFuture<?>> calls = new LinkedHashMap<>();
    calls.put("RecvTensor", StreamPair.receive(by, "k"));
    calls.put("RunGraph", StreamPair.runGraph(by, StreamPair.tensor(allocator, LARGE)));
    calls.put("CleanupGraph", by.call(Rpcs.CLEANUP_GRAPH, 1L, Loopback.LIMIT));
    return calls;
  }

  /** The calls that clients make, by name. */
  private static Map<String, CompletableFuture<?>> callMaster(ClientConnection by) {
    RunStep step = new RunStep("s", List.of(), List.of(), List.of("t"), StepOptions.DEFAULT, "", 0);
    RunCallable callable = new RunCallable("s", 1, List.of(), 0);
    Map<String, CompletableFuture<?>> calls = new LinkedHashMap<>();
    calls.put("RunStep", by.call(Rpcs.RUN_STEP, step, Loopback.LIMIT));
    calls.put("RunCallable", by.call(Rpcs.RUN_CALLABLE, callable, Loopback.LIMIT));
    return calls;
  }

  private static void assertServed(Map<String, CompletableFuture<?>> calls) {
    calls.values().forEach(Loopback::get);
  }

  private static void assertRefused(Map<String, CompletableFuture<?>> calls, String has) {
    calls.forEach(
        (method, call) -> {
          WeirException refusal = Loopback.failure(call);
          assertThat(refusal.code()).isEqualTo(ErrorCode.PERMISSION_DENIED);
          assertThat(refusal)
              .hasMessageContaining(
                  method + " is refused: the caller's certificate is limited to OU=" + has);
        });
  }

  @Test
  void clientsCannotCallAsTasks() {
    try (CapturedLog log = new CapturedLog();
        StreamClient streams = streams(client)) {
      ClientConnection calling = connect(streams);
      assertRefused(callWorker(calling), "weir-client");
      assertThat(worker.asked).isEmpty();
      assertThat(served).isEmpty();
      StreamPair.await(() -> !log.lines().isEmpty());
      assertThat(log.lines()).first().asString().contains("RecvTensor is refused");
      assertServed(callMaster(calling)); // the connection goes on
      assertThat(served).hasSize(2);
    }
  }

  @Test
  void tasksCannotCallAsClients() {
    try (StreamClient streams = streams(task)) {
      ClientConnection calling = connect(streams);
      assertRefused(callMaster(calling), "weir-task");
      assertThat(served).isEmpty();
      assertServed(callWorker(calling));
      assertThat(served).hasSize(2);
      assertThat(worker.asked).hasSize(1);
    }
  }

  @Test
  void certificatesWithBothRolesMayDoBoth() {
    try (StreamClient ofBoth = streams(both)) {
      ClientConnection calling = connect(ofBoth);
      assertServed(callWorker(calling));
      assertServed(callMaster(calling));
    }
  }

  /** A peer with the certificate of a client cannot pass for a task. */
  @Test
  void clientsCannotServe() {
    serving.close();
    serving = StreamServer.start("localhost", worker, master, options, null, client);
    try (StreamClient streams = streams(task)) {
      WeirException refusal =
          Loopback.failure(streams.connect("localhost", serving.address(), "the server"));
      assertThat(refusal).hasMessageContaining("TLS handshake failed");
    }
    assertThat(served).isEmpty();
  }
}
