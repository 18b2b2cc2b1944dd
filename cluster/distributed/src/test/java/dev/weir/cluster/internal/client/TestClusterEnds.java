package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.cluster.server.Server;
import dev.weir.error.ErrorCode;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How steps end on a cluster of three tasks: on all of them. */
final class TestClusterEnds extends SessionEndsContract {
  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Override
  Session open() {
    Session session = Session.connect(cluster.target("worker", 0), graph);
    session.reset(); // the queues of other tests
    session.close();
    return Session.connect(cluster.target("worker", 0), graph);
  }

  @Override
  String otherTask() {
    return "/job:worker/replica:0/task:1";
  }

  @Override
  void awaitNothingRuns() {
    for (TaskId task : cluster.spec().tasks()) {
      Server server = cluster.server(task.job(), task.index());
      Eventually.is(Duration.ofSeconds(10), () -> server.worker().knownSteps() == 0);
      Eventually.is(Duration.ofSeconds(10), () -> server.master().runningSteps() == 0);
    }
  }

  @Test
  void deadlineThatNoClockCanCountEndsNothing() {
    try (Session session = open()) {
      session.runner().addTarget(put).run();
      Runner runner =
          session.runner().fetch(waiting).options(within(Duration.ofSeconds(Long.MAX_VALUE)));
      assertThat(runner.run().get(0).getFloat(0)).isEqualTo(-3);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void deadlineThatIsOverEndsAStep(long seconds) {
    try (Session session = open()) {
      Runner runner = session.runner().fetch(waiting).options(within(Duration.ofSeconds(seconds)));
      failure(runner::run, ErrorCode.DEADLINE_EXCEEDED);
      awaitNothingRuns();
    }
  }
}
