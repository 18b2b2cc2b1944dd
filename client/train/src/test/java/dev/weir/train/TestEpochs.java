package dev.weir.train;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.Checkpoints;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.internal.Epochs;
import dev.weir.train.internal.epoch.EpochState;
import dev.weir.train.listener.CheckpointSaver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Values of different restores never mix, whatever is interrupted or late. */
@Timeout(60)
final class TestEpochs {
  @TempDir private Path folder;
  private final Tasks tasks = new Tasks(2, 2);

  private static void assertAborted(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ABORTED))
        .hasMessageContaining(message);
  }

  private static TrainingSetup saving(TrainingSetup builder, ModelSaver saver, int every) {
    return builder.checkpoints(saver).listeners(CheckpointSaver.everySteps(every));
  }

  /** Restores only the variable on server 0, and then fails, as often as it is told. */
  private static final class HalfRestores extends ForwardingSaver {
    private final TwoServers worker;
    private final ErrorCode failure;
    int failures;

    HalfRestores(TwoServers worker, ModelSaver saver, ErrorCode failure) {
      super(saver);
      this.worker = worker;
      this.failure = failure;
    }

    @Override
    public Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch) {
      if (failures-- <= 0) {
        return super.restoreLatest(session, epoch);
      }
      Ops ops = worker.model.ops();
      Epochs epochs = worker.model.epochs();
      epochs
          .feed(session.runner(), epoch)
          .addTarget(epochs.restorable(worker.a).assign(ops.constant(1f)))
          .addTarget(epochs.restorable(worker.model.globalStep()).assign(ops.constant(2L)))
          .run();
      throw new WeirException(failure, "server 1 was restarted");
    }
  }

  @Test
  void aRestoreThatWasInterruptedBetweenTwoTasksIsMadeAgain() {
    TwoServers chief = new TwoServers(tasks, 0);
    HalfRestores saver = new HalfRestores(chief, chief.saver(folder), ErrorCode.UNAVAILABLE);
    try (TrainingSession training = saving(chief.as(Role.CHIEF), saver, 100).start()) {
      chief.run(training, 2);
      List<Float> saved = chief.values(training);
      training.save(saver, 2);
      chief.run(training, 1);
      assertThat(chief.values(training)).isNotEqualTo(saved);
      saver.failures = 1;
      tasks.restartServer(0); // nothing is missing any more after half of the restore
      assertThat(chief.values(training)).isEqualTo(saved);
      assertThat(saver.failures).isEqualTo(-1);
      assertThat(training.globalStep()).isEqualTo(2);
    }
  }

  @Test
  void othersDoNotTrainWhileARestoreIsHalfDone() {
    TwoServers chief = new TwoServers(tasks, 0);
    TwoServers other = new TwoServers(tasks, 1);
    ModelSaver whole = chief.saver(folder);
    HalfRestores saver = new HalfRestores(chief, whole, ErrorCode.DATA_LOSS);
    TrainingSession leading = saving(chief.as(Role.CHIEF), saver, 2).start();
    try (TrainingSession following =
        other
            .as(Role.WORKER)
            .retrying(TwoServers.SHORT.withTimeout(Duration.ofSeconds(2)))
            .start()) {
      chief.run(leading, 3);
      other.run(following, 1);
      saver.failures = 1;
      tasks.restartServer(0);
      assertThatThrownBy(() -> chief.run(leading, 1))
          .hasMessageContaining("server 1 was restarted");
      assertThatThrownBy(() -> other.run(following, 1))
          .hasMessageContaining("no session to train with within 2.0 s")
          .hasMessageContaining("is being restored to epoch 2 of worker 0");
    }
    leading.close();
    TwoServers again = new TwoServers(tasks, 0);
    try (TrainingSession training = saving(again.as(Role.CHIEF), again.saver(folder), 2).start()) {
      assertThat(training.globalStep()).isEqualTo(2); // restored, not gone on with
      List<Float> both = again.values(training);
      assertThat(both.get(0)).isEqualTo(both.get(1));
    }
  }

  @Test
  void aStepOfAnEarlierEpochIsRefusedAndMadeAgainInTheNewOne() {
    TwoServers chief = new TwoServers(tasks, 0);
    TwoServers other = new TwoServers(tasks, 1);
    ModelSaver saver = chief.saver(folder);
    try (TrainingSession leading = saving(chief.as(Role.CHIEF), saver, 2).start();
        TrainingSession following = other.as(Role.WORKER).start()) {
      chief.run(leading, 2);
      EpochNumber old = epoch(chief, leading).begun();
      tasks.restartServer(1);
      chief.run(leading, 1); // restores step 2 and makes one
      assertAborted(
          () ->
              other
                  .model
                  .epochs()
                  .feed(following.session().runner(), old)
                  .addTarget(other.step)
                  .run(),
          "a step of epoch 1 of worker 0 is refused: ");
      assertThat(leading.globalStep()).isEqualTo(3);
      other.run(following, 1);
      assertThat(other.opened).isEqualTo(2);
      assertThat(leading.globalStep()).isEqualTo(4);
    }
  }

  private static EpochState epoch(TwoServers worker, TrainingSession training) {
    return worker
        .model
        .epochs()
        .read(training.session(), RunOptions.DEFAULT)
        .values()
        .iterator()
        .next();
  }

  @Test
  void aStepThatRunsAlreadyEndsBeforeTheRestoreWrites() throws Exception {
    TwoServers worker = new TwoServers(tasks, 0);
    GraphVariable mark =
        worker.model.on("/job:ps/task:0").state("mark", worker.model.ops().constant(0f));
    Ops onServer = worker.model.ops().colocateWith(worker.a.handle());
    Output gate = onServer.io.fifoQueue(List.of(DType.FLOAT32), IoOps.QueueOptions.DEFAULT);
    Node marked = mark.assign(onServer.constant(1f));
    Output late =
        onServer
            .withControlDependencies(marked)
            .io
            .queueDequeue(gate, List.of(DType.FLOAT32))
            .getFirst();
    Node written = worker.a.assignAdd(late);
    Node opens = onServer.io.queueEnqueue(gate, List.of(onServer.constant(100f)));
    Node restored = worker.model.state().initializer();
    Epochs epochs = worker.model.epochs();
    try (Session session = worker.open()) {
      EpochNumber first = EpochNumber.NONE.next(0, 1);
      epochs.begin(session, first, EpochNumber.NONE, RunOptions.DEFAULT);
      epochs.feed(session.runner(), first).addTarget(restored).run();
      epochs.finish(session, first, RunOptions.DEFAULT);
      CompletableFuture<Void> running =
          CompletableFuture.runAsync(
              () -> epochs.feed(session.runner(), first).addTarget(written).run());
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
      while (session.run(mark).getFloat(0) != 1) {
        assertThat(System.nanoTime()).isLessThan(end);
        Thread.onSpinWait();
      }
      EpochNumber second = first.next(0, 1);
      epochs.begin(session, second, EpochNumber.NONE, RunOptions.DEFAULT);
      EpochState server =
          requireNonNull(epochs.read(session, RunOptions.DEFAULT).get("/job:ps/task:0"));
      assertThat(server.earlierSteps()).isEqualTo(1);
      assertAborted(
          () -> epochs.feed(session.runner(), second).addTarget(restored).run(),
          "1 steps of earlier epochs still run there");
      session.runner().addTarget(opens).run();
      running.get(30, TimeUnit.SECONDS); // it was admitted, and writes
      epochs.feed(session.runner(), second).addTarget(restored).run();
      epochs.finish(session, second, RunOptions.DEFAULT);
      assertThat(session.run(worker.a).getFloat(0)).isZero();
    }
  }

  @Test
  void whatIsReadOrInitializedBesideTheTrainingIsOfItsEpoch() {
    TwoServers worker = new TwoServers(tasks, 0);
    Node initializer = worker.model.initializer();
    Epochs epochs = worker.model.epochs();
    try (Session session = worker.open()) {
      session.runner().addTarget(initializer).run(); // no epoch has begun
    }
    TrainingSession training = worker.as(Role.CHIEF).start();
    worker.run(training, 1);
    assertThat(training.runner().fetch(worker.a).fetch(worker.b).run()).hasSize(2);
    EpochNumber next = epoch(worker, training).begun().next(0, 1);
    epochs.begin(training.session(), next, EpochNumber.NONE, RunOptions.DEFAULT);
    assertAborted(() -> training.runner().fetch(worker.a).run(), "is refused");
    assertAborted(
        () -> training.session().runner().addTarget(initializer).run(),
        "a step of epoch none is refused");
    training.close(); // has nothing to save
  }

  @Test
  void aSecondChiefReplacesTheFirst() {
    TwoServers first = new TwoServers(tasks, 0);
    TwoServers second = new TwoServers(tasks, 0);
    TaskSaver saver = first.saver(folder);
    TrainingSession old = saving(first.as(Role.CHIEF), saver, 100).start();
    first.run(old, 3);
    TaskSaver later = second.saver(folder);
    try (TrainingSession training = saving(second.as(Role.CHIEF), later, 100).start()) {
      assertThat(training.globalStep()).isEqualTo(3); // its folder and its epoch: it goes on
      second.run(training, 1);
      assertAborted(() -> old.save(saver, 99), "a step of epoch 1 of worker 0 is refused");
      assertAborted(() -> saver.restoreLatest(old.session(), epochOf(1)), "is refused");
      assertThatThrownBy(() -> first.run(old, 1))
          .hasMessageContaining("this chief of epoch 1 of worker 0 was replaced");
      assertThatThrownBy(() -> first.run(old, 1)).hasMessageContaining("has failed before");
      assertThat(training.globalStep()).isEqualTo(4);
      assertThat(Checkpoints.exists(folder.resolve("model-99"))).isFalse();
    }
    old.close();
    assertThat(later.latest()).hasValueSatisfying(last -> assertThat(last).hasFileName("model-4"));
  }

  private static EpochNumber epochOf(int count) {
    return new EpochNumber(((long) count << 32) | 7);
  }

  @Test
  void aChiefThatIsStartedAgainOnItsOwnEpochLosesNoStep() {
    TwoServers first = new TwoServers(tasks, 0);
    TrainingSession gone = saving(first.as(Role.CHIEF), first.saver(folder), 100).start();
    first.run(gone, 3);
    List<Float> before = first.values(gone);
    TwoServers second = new TwoServers(tasks, 0);
    try (TrainingSession training =
        saving(second.as(Role.CHIEF), second.saver(folder), 100).start()) {
      assertThat(training.globalStep()).isEqualTo(3);
      assertThat(second.values(training)).isEqualTo(before);
    }
  }

  @Test
  void anotherTrainingDoesNotGoOnWithValuesThatServersStillHave() {
    TwoServers first = new TwoServers(tasks, 0);
    TrainingSession gone = saving(first.as(Role.CHIEF), first.saver(folder), 100).start();
    first.run(gone, 3);
    TwoServers second = new TwoServers(tasks, 0);
    Path elsewhere = folder.resolve("other");
    try (TrainingSession training =
        saving(second.as(Role.CHIEF), second.saver(elsewhere), 100).start()) {
      assertThat(training.globalStep()).isZero();
      assertThat(second.values(training)).containsExactly(0f, 0f);
    }
  }
}
