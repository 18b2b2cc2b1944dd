package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.internal.epoch.EpochState;
import dev.weir.train.listener.CheckpointSaver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One training after another on the same servers: which of them the epoch on the servers belongs
 * to, by who is started, in which folder, and in what order.
 */
@Timeout(60)
final class TestLaterTrainings {
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final RetryPolicy PATIENCE =
      new RetryPolicy(SILENCE.multipliedBy(6), SILENCE.dividedBy(4), SILENCE, 20);
  private static final int STEPS = 3;

  @TempDir private Path root;
  private final Tasks tasks = new Tasks(2, 3);
  private final ManualClock clock = new ManualClock();

  private TrainingSetup saving(TwoServers worker, TrainingSetup builder, @Nullable Path folder) {
    builder.clock(clock).retrying(PATIENCE);
    if (folder != null) {
      TaskSaver saver = worker.saver(folder);
      builder.checkpoints(saver).listeners(CheckpointSaver.everySteps(100));
    }
    return builder;
  }

  private TrainingSetup elected(TwoServers worker, int index, @Nullable Path folder) {
    return saving(worker, worker.electing(Election.byIndex(index, SILENCE)), folder);
  }

  private TrainingSetup as(Role role, TwoServers worker, @Nullable Path folder) {
    return saving(worker, worker.as(role), folder);
  }

  /** Trains up to a step; how many steps this worker made. */
  private static int train(TwoServers worker, TrainingSetup builder, long last) {
    int steps = 0;
    try (TrainingSession training = builder.listeners(TrainingListener.stopAtStep(last)).start()) {
      while (!training.shouldStop()) {
        worker.run(training, 1);
        steps++;
      }
    }
    return steps;
  }

  private Path first() {
    return root.resolve("first");
  }

  private Path second() {
    return root.resolve("second");
  }

  /** A training that a worker leads, alone, and that is complete. */
  private void completeBy(int worker, @Nullable Path folder) {
    TwoServers chief = new TwoServers(tasks, worker);
    assertThat(train(chief, elected(chief, worker, folder), STEPS)).isEqualTo(STEPS);
    EpochState state = state(chief);
    assertThat(state.begun().worker()).isEqualTo(worker);
    assertThat(state.isClosed()).isTrue();
  }

  /** A training with a fixed chief that is complete. */
  private void complete(@Nullable Path folder) {
    TwoServers chief = new TwoServers(tasks, 0);
    assertThat(train(chief, as(Role.CHIEF, chief, folder), STEPS)).isEqualTo(STEPS);
    assertThat(state(chief).isClosed()).isTrue();
  }

  private static EpochState state(TwoServers worker) {
    try (var session = worker.open()) {
      return worker.model.epochs().read(session, RunOptions.DEFAULT).values().iterator().next();
    }
  }

  private String latest(Path folder) {
    return new TwoServers(tasks, 0)
        .saver(folder)
        .latest()
        .map(prefix -> String.valueOf(prefix.getFileName()))
        .orElse("none");
  }

  /** A clock that does something else each time a worker waits. */
  private TrainingClock waitingWith(Runnable other) {
    return new TrainingClock() {
      @Override
      public long nanos() {
        return clock.nanos();
      }

      @Override
      public void pause(Duration time, CompletableFuture<?> until) {
        clock.pause(time, until);
        other.run();
      }

      @Override
      public Repetition every(Duration period, Runnable action) {
        return clock.every(period, action);
      }
    };
  }

  /** A worker that is started before its chief must train with it, from the first step. */
  private void waitsForItsChief(
      TrainingSetup worker, TwoServers of, TrainingSetup chief, TwoServers leader, long from) {
    List<TrainingSession> leading = new ArrayList<>();
    try (TrainingSession following =
        worker.clock(waitingWith(() -> startOnce(chief, leading))).start()) {
      assertThat(leading).as("it waited").hasSize(1);
      assertThat(following.isChief()).isFalse();
      assertThat(leading.getFirst().isChief()).isTrue();
      assertThat(following.globalStep()).isEqualTo(from);
      of.run(following, 1);
      leader.run(leading.getFirst(), 1);
      assertThat(following.globalStep()).isEqualTo(from + 2);
    }
    leading.forEach(TrainingSession::close);
  }

  private static void startOnce(TrainingSetup builder, List<TrainingSession> started) {
    if (started.isEmpty()) {
      started.add(builder.start());
    }
  }

  @Test
  void anotherFolderIsAnotherTrainingWhicheverWorkerLedTheLastOne() {
    completeBy(1, first());
    TwoServers zero = new TwoServers(tasks, 0);
    assertThat(train(zero, elected(zero, 0, second()), STEPS)).isEqualTo(STEPS);
    assertThat(latest(second())).isEqualTo("model-3");
  }

  @Test
  void anotherFolderIsAnotherTrainingAlsoWithFixedRoles() {
    complete(first());
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    waitsForItsChief(as(Role.WORKER, one, second()), one, as(Role.CHIEF, zero, second()), zero, 0);
  }

  @Test
  void aFolderWithAnEarlierTrainingOfItsOwnIsRestored() {
    completeBy(0, second());
    completeBy(1, first());
    TwoServers one = new TwoServers(tasks, 1);
    TwoServers zero = new TwoServers(tasks, 0);
    waitsForItsChief(elected(one, 1, second()), one, elected(zero, 0, second()), zero, STEPS);
  }

  @Test
  void othersWaitForWorker0OfTheirTraining() {
    completeBy(1, first());
    TwoServers one = new TwoServers(tasks, 1);
    TwoServers zero = new TwoServers(tasks, 0);
    waitsForItsChief(elected(one, 1, second()), one, elected(zero, 0, second()), zero, 0);
  }

  @Test
  void ifWorker0DoesNotComeAnotherLeads() {
    completeBy(0, first());
    TwoServers two = new TwoServers(tasks, 2);
    assertThat(train(two, elected(two, 2, second()), STEPS)).isEqualTo(STEPS);
    assertThat(latest(second())).isEqualTo("model-3");
  }

  @Test
  void withoutCheckpointsEveryTrainingIsAnother() {
    completeBy(1, null);
    TwoServers zero = new TwoServers(tasks, 0);
    assertThat(train(zero, elected(zero, 0, null), STEPS)).isEqualTo(STEPS);
    TwoServers one = new TwoServers(tasks, 1);
    TwoServers again = new TwoServers(tasks, 0);
    waitsForItsChief(as(Role.WORKER, one, null), one, as(Role.CHIEF, again, null), again, 0);
  }

  @Test
  void aWorkerWhoseChiefDoesNotComeSaysWhatItFound() {
    complete(null);
    TwoServers one = new TwoServers(tasks, 1);
    assertThatThrownBy(() -> as(Role.WORKER, one, null).start())
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED))
        .hasMessageContaining(
            "tasks are in epoch 1 of worker 0, which is over; no chief has begun another");
  }

  @Test
  void aChiefThatIsStartedAgainAfterTheEndEnds() {
    complete(first());
    TwoServers chief = new TwoServers(tasks, 0);
    assertThat(train(chief, as(Role.CHIEF, chief, first()), STEPS)).isZero();
    assertThat(latest(first())).isEqualTo("model-3");
    assertThat(state(chief).isClosed()).isTrue();
  }

  @Test
  void aWorkerThatIsStartedAgainAfterTheEndEnds() {
    complete(first());
    TwoServers one = new TwoServers(tasks, 1);
    EpochNumber before = state(one).begun();
    assertThat(train(one, as(Role.WORKER, one, first()), STEPS)).isZero();
    assertThat(state(one).begun()).isEqualTo(before);
  }

  @Test
  void anElectedWorkerThatIsStartedAgainAfterTheEndEnds() {
    completeBy(1, first());
    for (int i = 2; i >= 0; i--) {
      TwoServers worker = new TwoServers(tasks, i);
      assertThat(train(worker, elected(worker, i, first()), STEPS)).as("worker %d", i).isZero();
      assertThat(latest(first())).isEqualTo("model-3");
      assertThat(state(worker).isClosed()).isTrue();
    }
  }

  @Test
  void aTrainingThatIsToGoOnAfterItsEndGoesOnAndIsSaved() {
    completeBy(1, first());
    TwoServers zero = new TwoServers(tasks, 0);
    assertThat(train(zero, elected(zero, 0, first()), STEPS + 2)).isEqualTo(2);
    assertThat(latest(first())).isEqualTo("model-5");
    TwoServers two = new TwoServers(tasks, 2);
    assertThat(train(two, elected(two, 2, first()), STEPS + 4)).isEqualTo(2);
    assertThat(latest(first())).isEqualTo("model-7");
  }

  @Test
  void aWorkerOfATrainingThatIsToGoOnWaitsForItsChief() {
    complete(first());
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    waitsForItsChief(
        as(Role.WORKER, one, first()), one, as(Role.CHIEF, zero, first()), zero, STEPS);
  }

  /** A training that was not complete, and whose workers are gone. */
  private void leave(Path folder, int steps) {
    TwoServers chief = new TwoServers(tasks, 0);
    TrainingSession gone = as(Role.CHIEF, chief, folder).start();
    chief.run(gone, steps);
  }

  @Test
  void anEpochOfAnotherTrainingIsNotJoinedEvenIfThatHasNotEnded() {
    leave(first(), 5);
    leave(second(), 1); // has a checkpoint and a claim; the servers are in its epoch
    leave(first(), 1);
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    waitsForItsChief(as(Role.WORKER, one, second()), one, as(Role.CHIEF, zero, second()), zero, 0);
  }

  @Test
  void anEpochThatWasLeftOpenIsNotJoinedFromAFolderThatWasNeverClaimed() {
    leave(first(), STEPS); // complete, but its chief died before it closed the epoch
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    waitsForItsChief(as(Role.WORKER, one, second()), one, as(Role.CHIEF, zero, second()), zero, 0);
  }

  @Test
  void aWorkerElectedLateDoesNotGoOnWithTheValuesOfAnotherTraining() {
    leave(first(), STEPS);
    TwoServers one = new TwoServers(tasks, 1);
    assertThat(train(one, elected(one, 1, second()), STEPS)).isEqualTo(STEPS);
    assertThat(latest(second())).isEqualTo("model-3");
  }

  @Test
  void aNameTellsTrainingsApartWithoutCheckpoints() {
    TwoServers chief = new TwoServers(tasks, 0);
    train(chief, as(Role.CHIEF, chief, null).named("first"), STEPS);
    TwoServers late = new TwoServers(tasks, 1);
    assertThat(train(late, as(Role.WORKER, late, null).named("first"), STEPS)).isZero();
    assertThat(train(late, elected(late, 1, null).named("first"), STEPS)).isZero();
    assertThat(state(late).begun().count()).as("ended, and did not train again").isEqualTo(1);
    TwoServers early = new TwoServers(tasks, 1);
    TwoServers zero = new TwoServers(tasks, 0);
    waitsForItsChief(
        as(Role.WORKER, early, null).named("second"),
        early,
        as(Role.CHIEF, zero, null).named("second"),
        zero,
        0);
    waitsForItsChief( // the second training has not ended
        as(Role.WORKER, early, null).named("third"),
        early,
        as(Role.CHIEF, zero, null).named("third"),
        zero,
        0);
  }

  @Test
  void aChiefOfANamedTrainingWithoutCheckpointsGoesOnWithTheValuesThereAre() {
    TwoServers chief = new TwoServers(tasks, 0);
    TrainingSession gone = as(Role.CHIEF, chief, null).named("mine").start();
    chief.run(gone, 2);
    TwoServers again = new TwoServers(tasks, 0);
    try (TrainingSession training = as(Role.CHIEF, again, null).named("mine").start()) {
      assertThat(training.globalStep()).isEqualTo(2);
    }
    TwoServers other = new TwoServers(tasks, 0);
    try (TrainingSession training = as(Role.CHIEF, other, null).named("other").start()) {
      assertThat(training.globalStep()).isZero();
    }
  }

  @Test
  void aWorkerThatIsStartedLateJoinsItsTraining() {
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    try (TrainingSession leading = elected(zero, 0, first()).start()) {
      zero.run(leading, 2);
      try (TrainingSession following = elected(one, 1, first()).start()) {
        assertThat(following.isChief()).isFalse();
        assertThat(following.globalStep()).isEqualTo(2);
      }
    }
  }

  @Test
  void aTrainingThatAnotherHasDrivenOutDoesNotTrainTheValuesOfThatOne() {
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers other = new TwoServers(tasks, 0);
    TrainingClock beating = waitingWith(clock::beat);
    try (TrainingSession training = elected(zero, 0, first()).clock(beating).start()) {
      zero.run(training, 2);
      training.save(zero.saver(first()), 2);
      try (TrainingSession later =
          elected(other, 0, second()).listeners(TrainingListener.stopAtStep(9)).start()) {
        other.run(later, 8);
        List<Float> values = other.values(later);
        assertThatThrownBy(() -> zero.run(training, 1))
            .as("the other one leads")
            .hasMessageContaining("tasks are in epoch 2 of worker 0, of another training");
        assertThat(other.values(later)).isEqualTo(values);
        other.run(later, 1);
      }
      assertThat(latest(second())).isEqualTo("model-9");
    }
    TwoServers again = new TwoServers(tasks, 0);
    try (TrainingSession training = elected(again, 0, first()).start()) {
      assertThat(training.globalStep()).isEqualTo(2);
    }
  }
}
