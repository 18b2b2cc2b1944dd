package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.listener.CheckpointSaver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** There is one chief at a time, for the tasks and for the checkpoints, whatever fails. */
@Timeout(60)
final class TestTakeOvers {
  private static final Duration SILENCE = Duration.ofSeconds(10);

  @TempDir private Path folder;
  private final Tasks tasks = new Tasks(2, 3);
  private final ManualClock clock = new ManualClock();

  private TrainingSetup saving(TrainingSetup builder, ModelSaver saver, int every) {
    return builder.clock(clock).checkpoints(saver).listeners(CheckpointSaver.everySteps(every));
  }

  private TrainingSetup elected(TwoServers worker, int index, ModelSaver saver) {
    return saving(worker.electing(Election.byIndex(index, SILENCE)), saver, 2);
  }

  private TrainingSetup elected(TwoServers worker, int index) {
    return elected(worker, index, worker.saver(folder));
  }

  private static EpochNumber epoch(TwoServers worker, TrainingSession training) {
    return worker
        .model
        .epochs()
        .read(training.session(), RunOptions.DEFAULT)
        .values()
        .iterator()
        .next()
        .begun();
  }

  private String latest() {
    Path prefix = new TwoServers(tasks, 0).saver(folder).latest().orElseThrow();
    return String.valueOf(prefix.getFileName());
  }

  /** Makes a step, whose session is lost first. */
  private static void runAfterALoss(TwoServers worker, TrainingSession training) {
    int[] calls = {0};
    training.run(
        runner -> {
          if (calls[0]++ == 0) {
            throw new WeirException(ErrorCode.UNAVAILABLE, "a task cannot be reached");
          }
          runner.addTarget(worker.step);
        });
  }

  /** A clock that sends due heartbeats while a thread waits. */
  private TrainingClock beating() {
    return new TrainingClock() {
      @Override
      public long nanos() {
        return clock.nanos();
      }

      @Override
      public void pause(Duration time, CompletableFuture<?> until) {
        clock.pause(time, until);
        clock.beat();
      }

      @Override
      public Repetition every(Duration period, Runnable action) {
        return clock.every(period, action);
      }
    };
  }

  @Test
  void aChiefThatRestoresForLongIsNotReplaced() {
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    RetryPolicy patience =
        new RetryPolicy(SILENCE.multipliedBy(6), SILENCE.dividedBy(2), SILENCE, 20);
    List<Throwable> waited = new ArrayList<>();
    ModelSaver slow =
        new ForwardingSaver(zero.saver(folder)) {
          @Override
          public Optional<Saver.Restored> restoreLatest(Session session, EpochNumber epoch) {
            try {
              elected(one, 1).retrying(patience).clock(beating()).start().close();
            } catch (WeirException e) {
              waited.add(e);
            }
            return super.restoreLatest(session, epoch);
          }
        };
    RetryPolicy longer = patience.withTimeout(SILENCE.multipliedBy(20));
    try (TrainingSession leading = elected(zero, 0, slow).retrying(longer).start();
        TrainingSession following = elected(one, 1).start()) {
      assertThat(waited).hasSize(1);
      assertThat(waited.getFirst())
          .hasMessageContaining("no session to train with within 60.0 s")
          .hasMessageContaining("3 variables have no value yet");
      zero.run(leading, 1);
      one.run(following, 1);
      assertThat(zero.opened).isEqualTo(1);
      assertThat(leading.isChief()).isTrue();
      assertThat(following.isChief()).isFalse();
      assertThat(epoch(zero, leading).count()).isEqualTo(1);
    }
  }

  @Test
  void aChiefWhoseFolderACandidateHasClaimedAndLeftSavesAgain() {
    TwoServers zero = new TwoServers(tasks, 0);
    try (TrainingSession training = elected(zero, 0).start()) {
      zero.run(training, 3);
      assertThat(latest()).isEqualTo("model-2");
      EpochNumber claimed = epoch(zero, training).next(1, 5);
      zero.saver(folder).claim(claimed); // by a candidate that dies before it begins the epoch
      zero.run(training, 1); // cannot be saved: restored
      assertThat(training.isChief()).isTrue();
      assertThat(epoch(zero, training)).isGreaterThan(claimed);
      assertThat(training.globalStep()).isEqualTo(2);
      zero.run(training, 2);
      assertThat(latest()).isEqualTo("model-4");
    }
  }

  @Test
  void aChiefWhoseClaimWasDeletedGoesOn() throws IOException {
    TwoServers zero = new TwoServers(tasks, 0);
    try (TrainingSession training = elected(zero, 0).start()) {
      zero.run(training, 3);
      Files.delete(folder.resolve("model.claim"));
      runAfterALoss(zero, training);
      assertThat(training.globalStep()).isEqualTo(4);
      assertThat(epoch(zero, training).count()).isEqualTo(2);
      assertThat(zero.saver(folder).claimed()).isEqualTo(epoch(zero, training));
      Files.delete(folder.resolve("model.claim"));
      zero.run(training, 2);
      assertThat(latest()).isEqualTo("model-5");
    }
  }

  @Test
  void anAppointedChiefThatLostItsFolderSaysSo() {
    TwoServers zero = new TwoServers(tasks, 0);
    TrainingSession training = saving(zero.as(Role.CHIEF), zero.saver(folder), 2).start();
    zero.run(training, 1);
    zero.saver(folder).claim(epoch(zero, training).next(0, 5));
    assertThatThrownBy(() -> zero.run(training, 1))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FAILED_PRECONDITION))
        .hasMessageContaining("cannot save any more")
        .hasMessageContaining("give each a folder of its own");
    training.close();
  }

  /** A worker whose sessions are of the tasks that a test says. */
  private TrainingSetup connected(TwoServers worker, int index, AtomicReference<Tasks> to) {
    TrainingSetup builder =
        new TrainingSetup(
            worker.model,
            TrainingTarget.of(graph -> Session.open(graph, to.get().config()))
                .electing(Election.byIndex(index, SILENCE)));
    return saving(builder.retrying(TwoServers.SHORT), worker.saver(folder), 2);
  }

  /**
   * What {@code one} finds when it looks for its tasks again, while {@code zero} leads on others.
   */
  private void splitBrain(Tasks found, boolean isReplaced) {
    Tasks young = new Tasks(2, 3);
    AtomicReference<Tasks> ofZero = new AtomicReference<>(tasks);
    AtomicReference<Tasks> ofOne = new AtomicReference<>(tasks);
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    TrainingSession leading = connected(zero, 0, ofZero).start();
    try (TrainingSession left = connected(one, 1, ofOne).start()) {
      zero.run(leading, 2);
      one.run(left, 5); // the old tasks are at step 7
      ofZero.set(young);
      runAfterALoss(zero, leading); // restores step 2 there
      zero.run(leading, 7);
      assertThat(latest()).isEqualTo("model-10");
      ofOne.set(found == tasks ? tasks : young);
      clock.advance(SILENCE);
      one.run(left, 1); // the chief is silent on the old tasks: looks for others
      assertThat(left.isChief()).isFalse();
      clock.advance(SILENCE);
      clock.beat();
      one.run(left, 1);
      assertThat(left.isChief()).isEqualTo(isReplaced);
      assertThat(left.globalStep()).as("nothing of the old tasks").isGreaterThan(10);
    }
    leading.close();
  }

  @Test
  void aWorkerOnReplacedTasksFindsTheChief() {
    splitBrain(new Tasks(2, 3), false);
  }

  @Test
  void aWorkerOnReplacedTasksDoesNotGoOnWithTheirValues() {
    splitBrain(tasks, true);
  }

  @Test
  void twoProcessesOfOneNumberDoNotFight() {
    TwoServers first = new TwoServers(tasks, 0);
    TwoServers second = new TwoServers(tasks, 0);
    TrainingSession old = elected(first, 0).start();
    first.run(old, 1);
    TrainingSession young = elected(second, 0).start();
    assertThat(young.isChief()).as("as if the first one was gone").isTrue();
    for (int i = 0; i < 3; i++) {
      first.run(old, 1);
      second.run(young, 1);
    }
    assertThat(old.isChief()).isFalse();
    assertThat(young.isChief()).isTrue();
    assertThat(first.opened).isEqualTo(2);
    assertThat(second.opened).isEqualTo(1);
    clock.advance(SILENCE);
    first.run(old, 1);
    assertThat(old.isChief()).as("the other one is gone").isTrue();
    young.close();
    old.close();
  }

  /** A saver on a disk without room for a claim, until it is told that there is. */
  private static final class FullDisk extends ForwardingSaver {
    int failures;

    FullDisk(ModelSaver saver, int failures) {
      super(saver);
      this.failures = failures;
    }

    @Override
    public void claim(EpochNumber epoch) {
      if (failures > 0) {
        failures--;
        throw new WeirException(ErrorCode.RESOURCE_EXHAUSTED, "the disk is full: make room");
      }
      super.claim(epoch);
    }
  }

  @Test
  void aChiefThatCannotClaimTheFolderWaitsForRoom() {
    TwoServers zero = new TwoServers(tasks, 0);
    try (TrainingSession training = elected(zero, 0, new FullDisk(zero.saver(folder), 3)).start()) {
      zero.run(training, 1);
      assertThat(zero.opened).isEqualTo(1);
    }
    FullDisk full = new FullDisk(zero.saver(folder.resolve("other")), Integer.MAX_VALUE);
    RetryPolicy patience = new RetryPolicy(SILENCE.multipliedBy(5), SILENCE, SILENCE, 20);
    assertThatThrownBy(() -> elected(zero, 0, full).retrying(patience).start())
        .hasMessageContaining("no session to train with within 50.0 s")
        .hasMessageContaining("the checkpoints cannot be claimed: the disk is full: make room");
  }

  @Test
  void aWorkerThatCannotClaimTheFolderTrainsOn() {
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    TrainingSession gone = elected(zero, 0).start();
    try (TrainingSession left = elected(one, 1, new FullDisk(one.saver(folder), 1)).start()) {
      clock.advance(SILENCE);
      one.run(left, 1);
      clock.advance(SILENCE);
      one.run(left, 1);
      assertThat(left.isChief()).as("there is no room").isFalse();
      clock.advance(SILENCE);
      one.run(left, 1);
      clock.advance(SILENCE);
      one.run(left, 1);
      assertThat(left.isChief()).isTrue();
      assertThat(left.globalStep()).isEqualTo(4);
      assertThat(one.opened).isEqualTo(1);
    }
    assertThat(gone.isChief()).isTrue();
  }

  @Test
  void twoSaversOfOneFolderSaveAfterARecovery() {
    TwoServers zero = new TwoServers(tasks, 0);
    ModelSaver other = zero.saver(folder);
    try (TrainingSession training = elected(zero, 0).start()) {
      zero.run(training, 2);
      training.save(other, 10);
      tasks.restartServer(0);
      zero.run(training, 1);
      training.save(other, 11);
      assertThat(latest()).isEqualTo("model-11");
    }
  }
}
