package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static dev.weir.cli.cluster.ProcessCluster.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cli.cluster.ThreeTasks.Begun;
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
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rows of docs/failures.md, on a cluster of processes: one ps, two workers. */
@Tag("cluster")
@Timeout(300)
final class TestFailures {
  /** So long that nothing here fails for it. */
  private static final Duration SILENCE = Duration.ofSeconds(120);

  /** A broken connection is noticed at once; a loaded machine may take its time for it. */
  private static final Duration AT_ONCE = Duration.ofSeconds(30);

  /** Longer than the tests take to let a step come to its end. */
  private static final int DRAIN_SECONDS = 120;

  private static ThreeTasks tasks;
  private static ProcessCluster cluster;

  @BeforeAll
  static void startCluster(@TempDir Path temporary) throws IOException {
    tasks = new ThreeTasks(SILENCE, temporary, "--drain-seconds", Integer.toString(DRAIN_SECONDS));
    cluster = tasks.cluster;
  }

  @AfterAll
  static void stopCluster() throws IOException {
    tasks.close();
  }

  @BeforeEach
  void startWhatIsGone(TestInfo test) {
    tasks.begin(test.getDisplayName());
  }

  @Test
  void workerKilledInMidStep() {
    WaitingGraph waiting = tasks.waitingOn(WORKER);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, WORKER);

      cluster.kill(WORKER);

      WeirException error = ThreeTasks.failure(step.step(), AT_ONCE);
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining("From " + WORKER.name());
      tasks.assertNothingLeft(PS, CHIEF);
    }
    cluster.start(WORKER);
    tasks.assertWorks();
  }

  @Test
  void psKilledInMidStep() {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, PS);

      cluster.kill(PS);

      WeirException error = ThreeTasks.failure(step.step(), AT_ONCE);
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining("From " + PS.name());
      tasks.assertNothingLeft(CHIEF, WORKER);
    }
    cluster.start(PS);
    tasks.assertWorks();
  }

  @Test
  void masterKilledInMidStep() {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, PS);

      cluster.kill(CHIEF);

      WeirException error = ThreeTasks.failure(step.step(), AT_ONCE);
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining(cluster.spec().address(CHIEF));
      tasks.assertNothingLeft(PS, WORKER);
    }
    cluster.start(CHIEF);
    tasks.assertWorks();
  }

  @Test
  void nodeFailsOnOneTask() {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
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
      tasks.assertNothingLeft(PS, CHIEF, WORKER);
    }
  }

  @Test
  void stepTakesLongerThanItsDeadline() {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
      waiting.release(session);
      waiting.run(session, RunOptions.DEFAULT); // so that all tasks know the step

      WeirException error =
          catchThrowableOfType(
              WeirException.class,
              () -> waiting.run(session, RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(3))));
      assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
      assertThat(error).hasMessageContainingAll("3000 ms", "waited for", PS.name());
      tasks.assertNothingLeft(PS, CHIEF, WORKER);
    }
  }

  @Test
  void networkBetweenTasksIsCut() {
    WaitingGraph waiting = tasks.waitingOn(PS);
    try (Session session = tasks.connect(waiting)) {
      Begun step = tasks.begin(waiting, session, WORKER, PS);

      tasks.proxy.set(Proxy.Mode.CUT);
      WeirException error = ThreeTasks.failure(step.step(), AT_ONCE);
      tasks.proxy.set(Proxy.Mode.PASS);

      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining(tasks.viaProxy);
      tasks.assertNothingLeft(PS, CHIEF, WORKER);
    }
    tasks.assertWorks();
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
      assertThat(session.run(value).getFloat(0)).isEqualTo(3f);

      cluster.kill(PS);
      WeirException gone =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(value).run());
      assertThat(gone.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(gone).hasMessageContaining("From " + PS.name());

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
      assertThat(session.run(value).getFloat(0)).isEqualTo(3f);
    }
  }

  /** Its master is worker 1, at which no other client of these tests gives a step up. */
  @Test
  void clientKilledInMidStep() {
    cluster.startJava(
        "client", BlockedClient.class, cluster.target(WORKER), PS.name(), tasks.queue());
    cluster.awaitRunning(PS, 1);

    cluster.kill("client");

    tasks.assertNothingLeft(PS, CHIEF, WORKER);
    cluster.awaitLine(WORKER, line -> line.contains("cancelled a step or disconnected"));
    tasks.assertWorks();
  }

  @Test
  void taskIsToldToEnd() throws Exception {
    WaitingGraph waiting = tasks.waitingOn(WORKER);
    Graph brief = new Graph();
    Ops ps = Ops.create(brief).withDevice(PS.name());
    Output sum = ps.math.add(ps.constant(1f), ps.constant(2f));
    try (Session session = tasks.connect(waiting);
        Session other = Session.connect(cluster.target(CHIEF), brief)) {
      Begun step = tasks.begin(waiting, session, PS);

      cluster.signal(PS, "TERM");
      Waiting.until(() -> isShuttingDown(other, sum), AT_ONCE, () -> "new steps are still taken");

      waiting.release(session); // of which ps has no part
      assertThat(step.step().get(AT_ONCE.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo(WaitingGraph.expected());
      assertThat(cluster.awaitExit(PS, AT_ONCE))
          .as(() -> String.join("\n", cluster.linesOf(PS)))
          .isZero();
    }
    cluster.start(PS);
    tasks.assertWorks();
  }

  /** Whether a step on ps is refused. */
  private static boolean isShuttingDown(Session session, Output sum) {
    WeirException error =
        catchThrowableOfType(WeirException.class, () -> session.runner().fetch(sum).run());
    return error != null
        && error.code() == ErrorCode.UNAVAILABLE
        && String.valueOf(error.getMessage()).contains("shutting down");
  }

  /**
   * The master is worker 1, which reaches ps through the proxy; the chief sees what ps has. The
   * answer is held back until the step is applied, and then its connection breaks.
   */
  @Test
  void stepIsAppliedAndItsAnswerLost() {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output handle = ps.withName("applied").state.varHandleOp(DType.FLOAT32, Shape.of());
    Node assign = ps.state.assignVariableOp(handle, ps.constant(0f));
    Node add = ps.state.assignAddVariableOp(handle, ps.constant(1f));
    Output value = ps.state.readVariableOp(handle, DType.FLOAT32);
    try (Session direct = Session.connect(cluster.target(CHIEF), graph);
        Session session = Session.connect(cluster.target(WORKER), graph)) {
      direct.runner().addTarget(assign).run();
      session.runner().addTarget(add).run(); // so that all tasks know the step

      tasks.proxy.set(Proxy.Mode.ONE_WAY);
      CompletableFuture<?> step = tasks.inBackground(() -> session.runner().addTarget(add).run());
      Waiting.until(
          () -> value(direct, value) == 2f,
          AT_ONCE,
          () -> "the variable is " + value(direct, value));
      assertThat(step).isNotDone();
      tasks.proxy.set(Proxy.Mode.CUT);
      WeirException error = ThreeTasks.failure(step, AT_ONCE);
      tasks.proxy.set(Proxy.Mode.PASS);

      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining(PS.name());
      // connections are made anew, and a step is never sent a second time
      Waiting.until(() -> isServed(session, value), AT_ONCE, () -> "worker 1 does not reach ps");
      assertThat(value(direct, value)).isEqualTo(2f);
    }
    tasks.assertWorks();
  }

  private static boolean isServed(Session session, Output value) {
    try {
      return value(session, value) > 0;
    } catch (WeirException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      return false;
    }
  }

  private static float value(Session session, Output value) {
    return session.run(value).getFloat(0);
  }

  /** A step of a plain session fails as after a lost connection; a training makes it again. */
  @Test
  void bytesBetweenTasksAreDamaged() {
    CountingWorker worker = new CountingWorker(cluster.target(WORKER), 1, 100_000, 1);
    try (TrainingSession training = worker.as(Role.CHIEF).start()) {
      worker.run(training, 2);
      assertThat(worker.number(training)).isEqualTo(2f);

      WeirException error = null;
      for (int i = 0; i < 20 && error == null; i++) { // it may hit what ends the step before
        tasks.proxy.damageNext(tasks.streams);
        error = catchThrowableOfType(WeirException.class, () -> worker.number(training));
      }
      assertThat(error).isNotNull();
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageContaining(tasks.viaProxy + ": checksum mismatch; ");
      worker.run(training, 1); // there is a connection again

      for (int i = 0; i < 5; i++) {
        tasks.proxy.damageNext(tasks.streams);
        worker.run(training, 1);
        assertThat(tasks.proxy.hasDamaged()).isTrue();
      }
      // a step that failed may have been applied
      assertThat(training.globalStep()).isBetween(8L, 13L);
      assertThat(worker.counts(training)).allMatch(count -> count >= 8 && count <= 13);
    }
    tasks.assertNothingLeft(PS, CHIEF, WORKER);
    tasks.assertWorks();
  }
}
