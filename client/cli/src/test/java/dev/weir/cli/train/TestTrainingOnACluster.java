package dev.weir.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.Retention;
import dev.weir.cluster.server.LocalCluster;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Session;
import dev.weir.train.Model;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.RetryPolicy;
import dev.weir.train.StepReport;
import dev.weir.train.TaskSaver;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.optimizer.GradientDescent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tasks of a cluster end and start again while two workers train a variable. */
@Timeout(300)
final class TestTrainingOnACluster {
  private static final RetryPolicy RETRIES =
      RetryPolicy.standard()
          .withTimeout(Duration.ofSeconds(120))
          .withInterval(Duration.ofMillis(10));

  private final LocalCluster cluster = LocalCluster.start(Map.of("ps", 1, "worker", 2));

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    cluster.close();
  }

  /** Stops a worker after so many steps of its own, until a test lets it go on. */
  private static final class Gate implements TrainingListener {
    private final long count;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);
    private long steps;

    Gate(long count) {
      this.count = count;
    }

    @Override
    public void afterStep(StepReport report, TrainingSession training) {
      if (++steps == count) {
        reached.countDown();
        await(opened);
      }
    }

    /** Waits until the worker has made its steps. */
    void awaitWorker() {
      await(reached);
    }

    void open() {
      opened.countDown();
    }

    private static void await(CountDownLatch latch) {
      try {
        assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** One worker: {@code w} goes to 3, a tenth of the way with each step. */
  private final class Worker {
    final AtomicLong steps = new AtomicLong();
    final AtomicLong opened = new AtomicLong();
    final CountDownLatch openedAgain = new CountDownLatch(2);
    final Gate gate;
    final Model model;
    final GraphVariable variable;
    final Node step;
    final TrainingSession.Builder builder;

    /** A worker that waits at its gate after so many steps. */
    Worker(int task, long count) {
      gate = new Gate(count);
      ReplicaDeviceSetter devices = ReplicaDeviceSetter.of(1, "/job:worker/task:" + task);
      model = Model.create(new Graph(), 1, devices);
      Ops ops = model.ops();
      variable = model.variable("w", ops.constant(0f));
      step =
          GradientDescent.of(0.05f)
              .minimize(model, ops.math.square(ops.math.sub(variable, ops.constant(3f))));
      ClusterOptions config = ClusterOptions.builder().deviceFilters(devices.filters()).build();
      String target = cluster.target("worker", task);
      TaskSaver saver = TaskSaver.of(model, folder.resolve("model"), Retention.last(2));
      TrainingTarget sessions =
          TrainingTarget.of(
                  graph -> {
                    opened.incrementAndGet();
                    openedAgain.countDown();
                    return Session.connect(target, graph, config);
                  })
              .as(task == 0 ? Role.CHIEF : Role.WORKER)
              .retrying(RETRIES);
      builder =
          TrainingSession.of(model, sessions)
              .checkpoints(saver)
              .listeners(gate, CheckpointSaver.everySteps(10));
    }

    /** Trains up to a step in a thread of its own; the future has the variable. */
    CompletableFuture<Float> trains(long last) {
      return CompletableFuture.supplyAsync(
          () -> {
            try (TrainingSession training =
                builder.listeners(TrainingListener.stopAtStep(last)).start()) {
              while (!training.shouldStop()) {
                training.run(runner -> runner.addTarget(step));
                steps.incrementAndGet();
              }
              return training.run(runner -> runner.fetch(variable)).getFirst().getFloat(0);
            }
          });
    }
  }

  private static float value(CompletableFuture<Float> result) throws Exception {
    return result.get(120, TimeUnit.SECONDS);
  }

  @Test
  void chiefCarriesOnWithoutTheOtherWorker() throws Exception {
    Worker chief = new Worker(0, 10);
    Worker other = new Worker(1, 20);
    CompletableFuture<Float> last = chief.trains(200);
    CompletableFuture<Float> late = other.trains(200);
    chief.gate.awaitWorker();
    other.gate.awaitWorker();
    cluster.stop("worker", 1);
    chief.gate.open();
    assertThat(value(last)).isBetween(2.9f, 3.1f);
    assertThat(chief.opened).hasValue(1);
    cluster.restart("worker", 1);
    other.gate.open();
    assertThat(value(late)).isBetween(2.9f, 3.1f);
    assertThat(other.opened.get()).isGreaterThan(1);
  }

  @Test
  void restartedServerIsRestoredAndBothGoOn() throws Exception {
    Worker chief = new Worker(0, 40);
    Worker other = new Worker(1, 10);
    CompletableFuture<Float> first = chief.trains(200);
    CompletableFuture<Float> second = other.trains(150);
    chief.gate.awaitWorker();
    other.gate.awaitWorker();
    cluster.stop("ps", 0);
    chief.gate.open();
    other.gate.open();
    assertThat(chief.openedAgain.await(120, TimeUnit.SECONDS)).as("it looks for tasks").isTrue();
    assertThat(chief.steps).as("none without the server").hasValueLessThanOrEqualTo(40);
    cluster.restart("ps", 0);
    assertThat(value(first)).isBetween(2.9f, 3.1f);
    assertThat(value(second)).isBetween(2.5f, 3.1f);
    assertThat(chief.opened.get()).isGreaterThan(1);
  }

  @Test
  void chiefRecoversThoughTheOtherWorkersTaskIsGone() throws Exception {
    Worker chief = new Worker(0, 20);
    CompletableFuture<Float> last = chief.trains(200);
    chief.gate.awaitWorker();
    cluster.stop("worker", 1);
    cluster.restart("ps", 0);
    chief.gate.open();
    assertThat(value(last)).isBetween(2.9f, 3.1f);
    assertThat(chief.opened.get()).isGreaterThan(1);
  }

  @Test
  void chiefWhoseTaskWasRestartedLosesNoStep() throws Exception {
    Worker chief = new Worker(0, 25);
    CompletableFuture<Float> last = chief.trains(200);
    chief.gate.awaitWorker();
    cluster.restart("worker", 0);
    chief.gate.open();
    assertThat(value(last)).isBetween(2.9f, 3.1f);
    assertThat(chief.opened.get()).isGreaterThan(1);
    assertThat(chief.steps).hasValue(200); // no answer was lost
  }
}
