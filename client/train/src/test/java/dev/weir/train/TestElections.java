package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.runtime.RunOptions;
import dev.weir.train.listener.CheckpointSaver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A chief that is gone for good is replaced by another worker. */
@Timeout(60)
final class TestElections {
  private static final Duration SILENCE = Duration.ofSeconds(10);

  @TempDir private Path folder;
  private final Tasks tasks = new Tasks(2, 3);
  private final ManualClock clock = new ManualClock();

  private TrainingSetup worker(TwoServers worker, int index) {
    TaskSaver saver = worker.saver(folder);
    return worker
        .electing(Election.byIndex(index, SILENCE))
        .clock(clock)
        .checkpoints(saver)
        .listeners(CheckpointSaver.everySteps(100));
  }

  private String latest() {
    return new TwoServers(tasks, 0)
        .saver(folder)
        .latest()
        .map(prefix -> String.valueOf(prefix.getFileName()))
        .orElse("none");
  }

  @Test
  void worker0IsTheChiefAndTheOthersAreNot() {
    Election zero = Election.byIndex(0, SILENCE);
    Election two = Election.byIndex(2, SILENCE);
    EpochNumber none = EpochNumber.NONE;
    assertThat(zero.isElected(new Election.Sighting(none, Duration.ZERO))).isTrue();
    assertThat(two.isElected(new Election.Sighting(none, SILENCE))).isFalse();
    assertThat(two.isElected(new Election.Sighting(none, SILENCE.multipliedBy(2)))).isTrue();
    EpochNumber ofTwo = none.next(2, 0);
    assertThat(two.isElected(new Election.Sighting(ofTwo, Duration.ZERO))).isTrue();
    assertThat(zero.isElected(new Election.Sighting(ofTwo, Duration.ZERO))).isFalse();
    assertThat(zero.isElected(new Election.Sighting(ofTwo, SILENCE))).isTrue();
  }

  @Test
  void aChiefThatIsGoneIsReplacedAndNoStepIsLost() {
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    TrainingSession old = worker(zero, 0).start();
    TrainingSession young = worker(one, 1).start();
    zero.run(old, 3);
    one.run(young, 1);
    assertThat(old.isChief()).isTrue();
    clock.advance(SILENCE);
    clock.beat();
    one.run(young, 1);
    assertThat(young.isChief()).as("the chief's heartbeat was heard").isFalse();
    clock.advance(SILENCE.minusMillis(1));
    one.run(young, 1);
    assertThat(young.isChief()).as("not yet").isFalse();
    clock.advance(SILENCE);
    one.run(young, 1);
    assertThat(young.isChief()).isTrue();
    assertThat(young.globalStep()).isEqualTo(7);
    assertThat(one.opened).isEqualTo(1);
    zero.run(old, 1); // it comes back as a worker
    assertThat(old.isChief()).isFalse();
    assertThat(zero.opened).isEqualTo(2);
    old.close();
    assertThat(latest()).as("saved by no worker").isEqualTo("model-0");
    young.close();
    assertThat(latest()).isEqualTo("model-8");
  }

  @Test
  void aWorkerThatTakesOverWhileARestoreIsHalfDoneRestoresAgain() {
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    TrainingSession old = worker(zero, 0).start();
    TrainingSession young = worker(one, 1).start();
    zero.run(old, 2);
    old.save(zero.saver(folder), 2); // by the same epoch and process
    zero.run(old, 1);
    EpochNumber begun =
        zero.model
            .epochs()
            .read(old.session(), RunOptions.DEFAULT)
            .values()
            .iterator()
            .next()
            .begun();
    EpochNumber half = begun.next(0, 1);
    zero.model.epochs().begin(old.session(), half, EpochNumber.NONE, RunOptions.DEFAULT);
    one.run(young, 1); // waits, by its own clock, until it is elected
    assertThat(young.isChief()).isTrue();
    assertThat(young.globalStep()).isEqualTo(3);
    young.close();
  }

  @Test
  void theOneThatIsLeftEndsTheTrainingAndSavesIt() {
    TwoServers zero = new TwoServers(tasks, 0);
    TwoServers one = new TwoServers(tasks, 1);
    TrainingSession gone = worker(zero, 0).start();
    zero.run(gone, 1);
    try (TrainingSession left = worker(one, 1).listeners(TrainingListener.stopAtStep(6)).start()) {
      while (!left.shouldStop()) {
        one.run(left, 1);
      }
      assertThat(left.isChief()).as("it was too fast to miss the chief").isFalse();
    }
    assertThat(latest()).isEqualTo("model-6");
  }

  @Test
  void workersWaitForTheChiefsLastCheckpoint() throws Exception {
    Election[] elections = {
      Election.byIndex(0, Duration.ofSeconds(60)), Election.byIndex(1, Duration.ofSeconds(60))
    };
    List<CompletableFuture<Boolean>> running = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      TwoServers each = new TwoServers(tasks, i);
      TaskSaver saver = each.saver(folder);
      TrainingSetup builder =
          each.electing(elections[i])
              .checkpoints(saver)
              .listeners(TrainingListener.stopAtStep(50))
              .listeners(CheckpointSaver.everySteps(20));
      running.add(
          CompletableFuture.supplyAsync(
              () -> {
                boolean isChief;
                try (TrainingSession training = builder.start()) {
                  while (!training.shouldStop()) {
                    each.run(training, 1);
                  }
                  isChief = training.isChief();
                }
                assertThat(latest()).isIn("model-50", "model-51");
                return isChief;
              }));
    }
    assertThat(running.get(0).get(50, TimeUnit.SECONDS)).isTrue();
    assertThat(running.get(1).get(50, TimeUnit.SECONDS)).isFalse();
  }
}
