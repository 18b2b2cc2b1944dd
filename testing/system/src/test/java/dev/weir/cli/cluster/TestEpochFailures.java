package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static dev.weir.cli.cluster.ProcessCluster.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.train.EpochNumber;
import dev.weir.train.ModelSaver;
import dev.weir.train.Saver;
import dev.weir.train.TaskSaver;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.listener.CheckpointSaver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Rows of docs/failures.md about restores and chiefs, on processes. */
@Tag("cluster")
@Timeout(300)
final class TestEpochFailures {
  private static final TaskId PS1 = new TaskId("ps", 1);

  private static final Duration SOON = Duration.ofSeconds(120);

  @TempDir private Path folder;
  private ProcessCluster cluster;

  @BeforeEach
  void startCluster() {
    cluster =
        new ProcessCluster(Ports.of(PS, PS1, CHIEF, WORKER), "--allow-dir", folder.toString());
    cluster.start(PS, PS1, CHIEF, WORKER);
  }

  @AfterEach
  void stopCluster() {
    cluster.close();
  }

  private static TrainingSession.Builder saving(TrainingSession.Builder builder, ModelSaver saver) {
    return builder.checkpoints(saver).listeners(CheckpointSaver.everySteps(1_000));
  }

  /** Counts restores that fail, and has one interrupted. */
  private static final class WatchedSaver implements ModelSaver {
    private final ModelSaver saver;
    final AtomicInteger failures = new AtomicInteger();
    final AtomicReference<@Nullable Runnable> interruption = new AtomicReference<>();

    WatchedSaver(ModelSaver saver) {
      this.saver = saver;
    }

    /** What is to be interrupted is made once before, so that all tasks know the step. */
    @Override
    public Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch) {
      Runnable interrupt = interruption.getAndSet(null);
      if (interrupt != null) {
        saver.restoreLatest(session, epoch);
        interrupt.run();
      }
      try {
        return saver.restoreLatest(session, epoch);
      } catch (WeirException e) {
        failures.incrementAndGet();
        throw e;
      }
    }

    @Override
    public Path save(Session session, long step, OptionalDouble measure, EpochNumber epoch) {
      return saver.save(session, step, measure, epoch);
    }

    @Override
    public Optional<Path> latest() {
      return saver.latest();
    }

    @Override
    public EpochNumber claimed() {
      return saver.claimed();
    }

    @Override
    public void claim(EpochNumber epoch) {
      saver.claim(epoch);
    }

    @Override
    public void close() {
      saver.close();
    }
  }

  /** Ps 1 is stopped before the restore, and killed when ps 0 has its value of the checkpoint. */
  @Test
  void aRestoreIsInterruptedBetweenTwoTasks() throws Exception {
    CountingWorker chief = new CountingWorker(cluster.target(CHIEF), 0, 10);
    CountingWorker other = new CountingWorker(cluster.target(WORKER), 1, 10);
    WatchedSaver saver = new WatchedSaver(chief.saver(folder));
    try (TrainingSession training = saving(chief.as(Role.CHIEF), saver).start();
        TrainingSession following = other.as(Role.WORKER).start()) {
      chief.run(training, 2);
      training.save(saver, 2);
      other.run(following, 1);
      cluster.restart(PS);
      CountDownLatch begins = new CountDownLatch(1);
      CompletableFuture<Void> leads;
      try (Watcher watcher = new Watcher(cluster.target(WORKER))) {
        saver.interruption.set(
            () -> {
              watcher.set(77f);
              cluster.stop(PS1);
              begins.countDown();
            });
        leads = CompletableFuture.runAsync(() -> chief.run(training, 1));
        assertThat(begins.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Waiting.until(() -> watcher.value() == 2f, SOON, () -> "ps 0 is not restored");
        assertThat(saver.failures).hasValue(0);
        cluster.kill(PS1);
      }
      cluster.start(PS1);

      other.run(following, 1);
      leads.get(SOON.toSeconds(), TimeUnit.SECONDS);
      float steps = training.globalStep();
      assertThat(steps).isEqualTo(4); // 2 were saved, and each worker has made one since
      assertThat(chief.counts(training)).containsExactly(steps, steps, steps);
      assertThat(saver.failures).hasPositiveValue();
    }
  }

  /** Sees and sets the value of ps 0, without being part of the training. */
  private static final class Watcher implements AutoCloseable {
    private final Session session;
    private final Output value;
    private final Output fed;
    private final Node assign;

    Watcher(String target) {
      Graph graph = new Graph();
      Ops ps = Ops.create(graph).withDevice(PS.name());
      Output number = ps.withName("number").state.varHandleOp(DType.FLOAT32, Shape.scalar());
      value = ps.state.readVariableOp(number, DType.FLOAT32);
      fed = ps.placeholder(DType.FLOAT32, Shape.scalar());
      assign = ps.state.assignVariableOp(number, fed);
      session = Session.connect(target, graph);
    }

    float value() {
      return session.run(value).getFloat(0);
    }

    void set(float to) {
      session.runner().feed(fed, Tensors.scalar(to)).addTarget(assign).run();
    }

    @Override
    public void close() {
      session.close();
    }
  }

  @Test
  void thereAreTwoChiefs() {
    CountingWorker first = new CountingWorker(cluster.target(CHIEF), 0, 10);
    CountingWorker second = new CountingWorker(cluster.target(WORKER), 0, 10);
    TaskSaver saver = first.saver(folder);
    TaskSaver later = second.saver(folder);
    TrainingSession old = saving(first.as(Role.CHIEF), saver).start();
    first.run(old, 3);
    try (TrainingSession training = saving(second.as(Role.CHIEF), later).start()) {
      second.run(training, 1);
      assertThatThrownBy(() -> old.save(saver, 99))
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ABORTED))
          .hasMessageContaining("a step of epoch 1 of worker 0 is refused");
      assertThatThrownBy(() -> first.run(old, 1))
          .isInstanceOfSatisfying(
              WeirException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION))
          .hasMessageContaining("this chief of epoch 1 of worker 0 was replaced");
      assertThat(training.globalStep()).isEqualTo(4);
      assertThat(second.counts(training)).isEqualTo(List.of(4f, 4f, 4f));
    }
    old.close();
    assertThat(Checkpoints.exists(folder.resolve("model-99"))).isFalse();
    assertThat(later.latest()).hasValueSatisfying(last -> assertThat(last).hasFileName("model-4"));
  }
}
