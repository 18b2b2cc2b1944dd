package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rows of docs/failures.md about limits that an operator can set: a task whose limits are short, in
 * a cluster whose other task was never started.
 */
@Tag("cluster")
@Timeout(300)
final class TestLimits {
  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration DRAIN = Duration.ofSeconds(1);

  /** For a loaded machine. */
  private static final Duration SLACK = Duration.ofSeconds(30);

  private static ProcessCluster cluster;

  @BeforeAll
  static void describeCluster() {
    cluster =
        new ProcessCluster(
            Ports.of(PS, CHIEF),
            "--start-timeout-seconds",
            Long.toString(WAIT.toSeconds()),
            "--drain-seconds",
            Long.toString(DRAIN.toSeconds()));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void startChief() {
    cluster.start(CHIEF);
  }

  /** A session that needs no other task. */
  private static Session connect(Graph graph) {
    ClusterOptions alone = ClusterOptions.builder().deviceFilters(List.of("/job:worker")).build();
    return Session.connect(cluster.target(CHIEF), graph, alone);
  }

  @Test
  void taskNeverStarted() {
    Graph graph = new Graph();
    Ops.create(graph).withDevice(PS.name()).constant(1f);
    long begun = System.nanoTime();
    WeirException error =
        catchThrowableOfType(
            WeirException.class, () -> Session.connect(cluster.target(CHIEF), graph).close());
    Duration took = Duration.ofNanos(System.nanoTime() - begun);

    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error)
        .hasMessageContainingAll(
            "incomplete after " + WAIT.toSeconds() + " s", "refused", "1 of 2 tasks are well");
    for (TaskId task : cluster.spec().tasks()) {
      assertThat(error).hasMessageContaining(task.name());
    }
    assertThat(took).isBetween(WAIT, WAIT.plus(SLACK));
    assertThat(cluster.status(CHIEF).clientSessions()).isZero();
  }

  /** No session lives long here, so no other test has a part in this process. */
  @Test
  void clientGoneForLong() {
    cluster.give(CHIEF, "--idle-timeout-seconds", Long.toString(IDLE.toSeconds()));
    cluster.restart(CHIEF);
    Graph graph = new Graph();
    Output value = Ops.create(graph).constant(1f);
    long begun = System.nanoTime();
    try (Session session = connect(graph)) {
      Waiting.until(
          () ->
              cluster.status(CHIEF).clientSessions() == 0 && cluster.status(CHIEF).sessions() == 0,
          IDLE.plus(SLACK),
          () -> cluster.status(CHIEF).toString());
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(IDLE);
      WeirException error =
          catchThrowableOfType(WeirException.class, () -> session.runner().fetch(value).run());
      assertThat(error.code()).isEqualTo(ErrorCode.ABORTED);
      assertThat(error).hasMessageContaining("not used for long");
    } finally {
      cluster.give(CHIEF);
      cluster.kill(CHIEF);
    }
  }

  @Test
  void taskIsToldToEndAndItsStepsGoOn() throws Exception {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output queue =
        ops.io.fifoQueue(List.of(DType.FLOAT32), IoOps.QueueOptions.DEFAULT.withName("", "empty"));
    Output taken = ops.io.queueDequeue(queue, List.of(DType.FLOAT32)).get(0);
    try (Session session = connect(graph)) {
      CompletableFuture<?> step =
          CompletableFuture.supplyAsync(() -> session.runner().fetch(taken).run());
      cluster.awaitRunning(CHIEF, 1);

      long told = System.nanoTime();
      cluster.signal(CHIEF, "TERM");

      assertThat(cluster.awaitExit(CHIEF, DRAIN.plus(SLACK))).isEqualTo(1);
      assertThat(Duration.ofNanos(System.nanoTime() - told)).isGreaterThanOrEqualTo(DRAIN);
      assertThat(ThreeTasks.failure(step, SLACK).code()).isEqualTo(ErrorCode.UNAVAILABLE);
    }
  }
}
