package dev.weir.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.Retention;
import dev.weir.cluster.Candidate;
import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.Election;
import dev.weir.train.Model;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.TaskSaver;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.optimizer.GradientDescent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers whose chief is elected in ZooKeeper. */
@Timeout(300)
final class TestElectionInZooKeeper {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  @TempDir private Path folder;

  /** A worker that trains one variable, and what stands for it in the election. */
  private final class Worker implements AutoCloseable {
    final Membership membership;
    final Candidate candidate;
    final Node step;
    final TrainingSession training;

    Worker(TestingServer zooKeeper, LocalCluster cluster, int task) {
      membership =
          Memberships.open(
              "zk://"
                  + zooKeeper.getConnectString()
                  + "/elects?ps=1&worker=2&lease-seconds=60", // a busy machine ends no session
              LIMIT);
      candidate = membership.stand(new TaskId("worker", task)).orElseThrow();
      ReplicaDeviceSetter devices = ReplicaDeviceSetter.of(1, "/job:worker/task:" + task);
      Model model = Model.create(new Graph(), 1, devices);
      Ops ops = model.ops();
      GraphVariable variable = model.variable("w", ops.constant(0f));
      step =
          GradientDescent.of(0.05f)
              .minimize(model, ops.math.square(ops.math.sub(variable, ops.constant(3f))));
      TaskSaver saver = TaskSaver.of(model, folder.resolve("model"), Retention.last(2));
      TrainingTarget target =
          TrainingTarget.cluster(cluster.target("worker", task), devices)
              .electing(Election.decidedBy(task, candidate::isElected, candidate::close));
      training =
          TrainingSession.of(model, target)
              .checkpoints(saver)
              .listeners(CheckpointSaver.everySteps(1000))
              .start();
    }

    void run() {
      training.run(runner -> runner.addTarget(step));
    }

    /** Trains until it is the chief. */
    void runUntilElected() {
      long end = System.nanoTime() + LIMIT.toNanos();
      while (!training.isChief()) {
        assertThat(System.nanoTime()).as("elected in time").isLessThan(end);
        run();
      }
    }

    @Override
    public void close() {
      training.close();
      membership.close();
    }
  }

  @Test
  void aFailedOrClosedCandidateIsSucceeded() throws Exception {
    try (TestingServer zooKeeper = new TestingServer();
        LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));
        Worker zero = new Worker(zooKeeper, cluster, 0);
        Worker one = new Worker(zooKeeper, cluster, 1)) {
      assertThat(zero.training.isChief()).isTrue();
      zero.run();
      one.run();
      assertThat(one.training.isChief()).isFalse();
      assertThatThrownBy(() -> zero.training.run(runner -> runner.fetch("nothing")))
          .hasMessageContaining("nothing");
      assertThat(zero.candidate.isElected()).as("it can lead no more").isFalse();
      one.runUntilElected(); // though the other process is still connected
      try (Worker again = new Worker(zooKeeper, cluster, 0)) {
        assertThat(again.training.isChief()).isFalse();
        again.run();
        one.close();
        again.runUntilElected();
      }
    }
  }
}
