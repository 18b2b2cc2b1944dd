package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static dev.weir.cli.cluster.ProcessCluster.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.wire.TaskStatus;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/** The rows of docs/failures.md, on a cluster of processes: one ps, two workers. */
@Tag("cluster")
@Timeout(120)
final class TestFailures {
  private static final int SILENCE_SECONDS = 2;

  /** A broken connection is noticed at once; a loaded machine may take its time for it. */
  private static final Duration AT_ONCE = Duration.ofSeconds(5);

  /** Silence, the questions before it, and the same again for a loaded machine. */
  private static final Duration AFTER_SILENCE = Duration.ofSeconds(4 * SILENCE_SECONDS);

  private static ProcessCluster cluster;
  private static Proxy proxy;
  private static ExecutorService threads;

  private Map<TaskId, Long> memory = Map.of();
  private String queue = "";

  @BeforeAll
  static void startCluster() throws IOException {
    System.setProperty("weir.silence.seconds", Integer.toString(SILENCE_SECONDS));
    threads = Executors.newVirtualThreadPerTaskExecutor();
    ClusterSpec spec = ProcessCluster.freePorts(PS, CHIEF, WORKER);
    cluster =
        new ProcessCluster(
            spec, "--silence-seconds", Integer.toString(SILENCE_SECONDS), "--wait-seconds", "3");
    proxy = new Proxy(spec.address(PS));
    cluster.give(PS, "--streams", "off"); // they would go past the proxy
    cluster.tell(
        WORKER,
        ClusterSpec.builder()
            .task(PS, proxy.address())
            .task(CHIEF, spec.address(CHIEF))
            .task(WORKER, spec.address(WORKER))
            .build());
    cluster.start(PS, CHIEF, WORKER);
  }

  @AfterAll
  static void stopCluster() throws IOException {
    System.clearProperty("weir.silence.seconds");
    cluster.close();
    proxy.close();
    threads.shutdownNow();
  }

  @BeforeEach
  void startWhatIsGone(TestInfo test) {
    cluster.start(PS, CHIEF, WORKER);
    memory = cluster.memory(PS, CHIEF, WORKER);
    queue = test.getDisplayName();
  }

  private Session connect(WaitingGraph waiting) {
    return Session.connect(cluster.target(CHIEF), waiting.graph);
  }

  private static CompletableFuture<Float> start(WaitingGraph waiting, Session session) {
    return CompletableFuture.supplyAsync(() -> waiting.run(session, RunOptions.DEFAULT), threads);
  }

  /** How a step fails that was begun, within a time from now. */
  private static WeirException failure(CompletableFuture<?> step, Duration limit) {
    ExecutionException failure =
        catchThrowableOfType(
            ExecutionException.class, () -> step.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    assertThat(failure).as("a failure within %s", limit).isNotNull();
    assertThat(failure.getCause()).isInstanceOf(WeirException.class);
    return (WeirException) failure.getCause();
  }

  private void assertNothingLeft(TaskId... tasks) {
    for (TaskId task : tasks) {
      cluster.awaitNothingLeft(Map.of(task, memory.getOrDefault(task, 0L)));
    }
  }

  /** Steps go through all tasks again, in a new session: each task runs its part of them. */
  private void assertWorks() {
    Map<TaskId, Long> before = finishedSteps();
    WaitingGraph waiting = new WaitingGraph(PS, queue + "-afterwards");
    try (Session session = connect(waiting)) {
      waiting.release(session);
      assertThat(waiting.runEverywhere(session)).isEqualTo(WaitingGraph.expected());
    }
    finishedSteps()
        .forEach(
            (task, steps) -> assertThat(steps).as(task.name()).isGreaterThan(before.get(task)));
  }

  private static Map<TaskId, Long> finishedSteps() {
    Map<TaskId, Long> finished = new HashMap<>();
    for (TaskId task : List.of(PS, CHIEF, WORKER)) {
      TaskStatus status = cluster.status(task);
      finished.put(task, status.begunSteps() - status.failedSteps() - status.runningSteps());
    }
    return finished;
  }

  @Test
  void workerKilledInMidStep() {
    WaitingGraph waiting = new WaitingGraph(WORKER, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(WORKER, 1);

      cluster.kill(WORKER);

      WeirException error = failure(step, AT_ONCE);
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining("From " + WORKER.name());
      assertNothingLeft(PS, CHIEF);
    }
    cluster.start(WORKER);
    assertWorks();
  }

  @Test
  void psKilledInMidStep() {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(PS, 1);

      cluster.kill(PS);

      WeirException error = failure(step, AT_ONCE);
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining("From " + PS.name());
      assertNothingLeft(CHIEF, WORKER);
    }
    cluster.start(PS);
    assertWorks();
  }

  @Test
  void masterKilledInMidStep() {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(PS, 1);

      cluster.kill(CHIEF);

      WeirException error = failure(step, AT_ONCE);
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining(cluster.spec().address(CHIEF));
      assertNothingLeft(PS, WORKER);
    }
    cluster.start(CHIEF);
    assertWorks();
  }

  @Test
  void workerStopsAnswering() throws Exception {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(PS, 1);
      cluster.awaitRunning(WORKER, 1);

      cluster.signal(WORKER, "STOP");
      WeirException error = failure(step, AFTER_SILENCE);
      cluster.signal(WORKER, "CONT");

      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContainingAll(WORKER.name() + " has not said a word", "hangs");
      assertNothingLeft(PS, CHIEF, WORKER);
      waiting.release(session); // the session goes on
      assertThat(waiting.run(session, RunOptions.DEFAULT)).isEqualTo(WaitingGraph.expected());
    }
  }

  @Test
  void masterStopsAnswering() throws Exception {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(PS, 1);

      cluster.signal(CHIEF, "STOP");
      WeirException error = failure(step, AFTER_SILENCE);
      cluster.signal(CHIEF, "CONT");

      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error)
          .hasMessageContainingAll(cluster.target(CHIEF) + " has not said a word", "RunStep");
      assertNothingLeft(PS, CHIEF, WORKER);
    }
    assertWorks();
  }

  @Test
  void psRestarted() {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output handle = ps.withName("weights").state.varHandleOp(DType.FLOAT32, Shape.of());
    Node assign = ps.state.assignVariableOp(handle, ps.constant(3f));
    Output value = ps.state.readVariableOp(handle, DType.FLOAT32);
    try (Session session = Session.connect(cluster.target(CHIEF), graph)) {
      session.runner().addTarget(assign).run();
      assertThat(session.runner().fetch(value).run().get(0).getFloat(0)).isEqualTo(3f);

      cluster.kill(PS);
      cluster.start(PS);
      Session.connect(cluster.target(CHIEF), graph).close(); // the master has found it again

      WeirException error =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(value).run());
      assertThat(error.code()).isEqualTo(ErrorCode.ABORTED);
      assertThat(error).hasMessageContainingAll("From " + PS.name(), "restarted");
    }
    try (Session session = Session.connect(cluster.target(CHIEF), graph)) {
      WeirException error =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(value).run());
      assertThat(error.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION);
      assertThat(error).hasMessageContainingAll("weights", "never assigned");
      session.runner().addTarget(assign).run();
      assertThat(session.runner().fetch(value).run().get(0).getFloat(0)).isEqualTo(3f);
    }
  }

  @Test
  void clientKilledInMidStep() {
    Predicate<String> gone = line -> line.contains("gave a step up or is gone");
    long before = cluster.linesOf(CHIEF).stream().filter(gone).count(); // of other tests
    cluster.startJava("client", BlockedClient.class, cluster.target(CHIEF), WORKER.name(), queue);
    cluster.awaitRunning(WORKER, 1);

    cluster.kill("client");

    assertNothingLeft(PS, CHIEF, WORKER);
    Waiting.until(
        () -> cluster.linesOf(CHIEF).stream().filter(gone).count() == before + 1,
        Duration.ofSeconds(10),
        () -> String.join("\n", cluster.linesOf(CHIEF)));
    assertWorks();
  }

  @Test
  void clientGoneForLong() throws Exception {
    try (ProcessCluster alone =
        new ProcessCluster(ProcessCluster.freePorts(CHIEF), "--idle-seconds", "1")) {
      alone.start(CHIEF);
      Graph graph = new Graph();
      Output value = Ops.create(graph).constant(1f);
      try (Session session = Session.connect(alone.target(CHIEF), graph)) {
        Waiting.until(
            () -> alone.status(CHIEF).clientSessions() == 0 && alone.status(CHIEF).sessions() == 0,
            Duration.ofSeconds(10),
            () -> alone.status(CHIEF).toString());
        WeirException error =
            catchThrowableOfType(WeirException.class, () -> session.runner().fetch(value).run());
        assertThat(error.code()).isEqualTo(ErrorCode.ABORTED);
        assertThat(error).hasMessageContaining("not used for long");
      }
    }
  }

  @Test
  void taskIsToldToEnd() throws Exception {
    WaitingGraph waiting = new WaitingGraph(WORKER, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(PS, 1);

      cluster.signal(PS, "TERM");
      Waiting.until(
          () -> isShuttingDown(waiting, session), AT_ONCE, () -> "new steps are still taken");

      waiting.release(session); // of which ps has no part
      assertThat(step.get(10, TimeUnit.SECONDS)).isEqualTo(WaitingGraph.expected());
      assertThat(cluster.awaitExit(PS, Duration.ofSeconds(15)))
          .as(() -> String.join("\n", cluster.linesOf(PS)))
          .isZero();
    }
    cluster.start(PS);
    assertWorks();
  }

  /** Whether a step on ps is refused; a step that is not would wait, so it has a deadline. */
  private static boolean isShuttingDown(WaitingGraph waiting, Session session) {
    WeirException error =
        catchThrowableOfType(
            WeirException.class,
            () -> waiting.run(session, RunOptions.DEFAULT.withDeadline(Duration.ofMillis(200))));
    return error.code() == ErrorCode.UNAVAILABLE
        && String.valueOf(error.getMessage()).contains("shutting down");
  }

  @Test
  void nodeFailsOnOneTask() {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      WeirException error =
          catchThrowableOfType(
              WeirException.class,
              () ->
                  session
                      .runner()
                      .feed(waiting.index, Tensors.scalar(5))
                      .feed(waiting.big, Tensors.zeros(DType.FLOAT32, Shape.of(1 << 20)))
                      .fetch(waiting.failing)
                      .fetch(waiting.result) // which ps would wait for
                      .run());
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(error)
          .hasMessageContainingAll("From " + WORKER.name(), "out_of_range", "built at ");
      assertNothingLeft(PS, CHIEF, WORKER);
    }
  }

  @Test
  void stepTakesLongerThanItsDeadline() {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      waiting.release(session);
      waiting.run(session, RunOptions.DEFAULT); // so that all tasks know the step

      WeirException error =
          catchThrowableOfType(
              WeirException.class,
              () -> waiting.run(session, RunOptions.DEFAULT.withDeadline(Duration.ofMillis(500))));
      assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
      assertThat(error).hasMessageContainingAll("500 ms", "waited for", PS.name());
      assertNothingLeft(PS, CHIEF, WORKER);
    }
  }

  @Test
  void networkBetweenTasksIsCut() {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(WORKER, 1);
      cluster.awaitRunning(PS, 1);

      proxy.set(Proxy.Mode.CUT);
      WeirException error = failure(step, AT_ONCE);
      proxy.set(Proxy.Mode.PASS);

      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining(proxy.address());
      assertNothingLeft(PS, CHIEF, WORKER);
    }
    assertWorks();
  }

  @Test
  void networkBetweenTasksSwallowsEverything() {
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    try (Session session = connect(waiting)) {
      CompletableFuture<Float> step = start(waiting, session);
      cluster.awaitRunning(WORKER, 1);
      cluster.awaitRunning(PS, 1);

      proxy.set(Proxy.Mode.SWALLOW);
      WeirException error = failure(step, AFTER_SILENCE);
      proxy.set(Proxy.Mode.PASS);

      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error)
          .hasMessageContaining(PS.name() + " has not said a word to " + WORKER.name());
      assertNothingLeft(PS, CHIEF, WORKER);
    }
    assertWorks();
  }

  @Test
  void taskNeverStarted() {
    cluster.kill(PS);
    long start = System.nanoTime();
    WaitingGraph waiting = new WaitingGraph(PS, queue);
    WeirException error = catchThrowableOfType(WeirException.class, () -> connect(waiting).close());
    Duration took = Duration.ofNanos(System.nanoTime() - start);

    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error)
        .hasMessageContainingAll("not complete after 3 s", "refused", "2 of 3 tasks are well");
    for (TaskId task : cluster.spec().tasks()) {
      assertThat(error).hasMessageContaining(task.name());
    }
    assertThat(took).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(8));
    assertThat(cluster.status(CHIEF).clientSessions()).isZero();
  }
}
