package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.Retention;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.listener.NanGuard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class TestTrainingSession {
  @TempDir private Path folder;

  /** Notes what it is told. */
  private static final class Diary implements TrainingListener {
    final List<String> lines = new ArrayList<>();

    @Override
    public void onStart(Model model) {
      lines.add("begin");
    }

    @Override
    public void onSession(TrainingSession training) {
      lines.add("session at " + training.globalStep());
    }

    @Override
    public void beforeStep(StepRequest request) {
      lines.add("before " + request.step());
    }

    @Override
    public void afterStep(StepReport report, TrainingSession training) {
      lines.add("after " + report.step() + ", now " + training.globalStep());
    }

    @Override
    public void onEnd(TrainingSession training) {
      lines.add("end at " + training.globalStep());
    }
  }

  private static WeirException aborted() {
    return new WeirException(ErrorCode.ABORTED, "a task was restarted");
  }

  private TaskSaver saver(Descent descent) {
    return TaskSaver.of(descent.model, folder.resolve("model"), Retention.last(3));
  }

  private static float value(Descent descent, TrainingSession training) {
    return training.run(runner -> runner.fetch(descent.w)).getFirst().getFloat(0);
  }

  @Test
  void listenersAreCalledInOrder() {
    Descent descent = Descent.alone();
    Diary diary = new Diary();
    try (TrainingSession training = descent.chief().listeners(diary).start()) {
      descent.run(training, 2);
    }
    assertThat(diary.lines)
        .containsExactly(
            "begin",
            "session at 0",
            "before 1",
            "after 1, now 1",
            "before 2",
            "after 2, now 2",
            "end at 2");
  }

  @Test
  void returnsWhatTheCallerFetchesAndOnlyThat() {
    Descent descent = Descent.alone();
    NanGuard guard = NanGuard.failing(descent.loss);
    try (TrainingSession training = descent.chief().listeners(guard).start()) {
      List<Tensor> fetched =
          training.run(runner -> runner.fetch(descent.loss).fetch(descent.w).addTarget("train"));
      assertThat(fetched).hasSize(2);
      assertThat(fetched.getFirst().getFloat(0)).isEqualTo(9);
    }
  }

  @Test
  void theChiefGoesOnFromTheLatestCheckpoint() {
    Descent first = Descent.alone();
    TaskSaver saver = saver(first);
    float before;
    try (TrainingSession training =
        first.chief().checkpoints(saver).listeners(CheckpointSaver.everySteps(100)).start()) {
      first.run(training, 3);
      before = value(first, training);
    }
    Descent second = Descent.alone();
    try (TrainingSession training = second.chief().checkpoints(saver(second)).start()) {
      assertThat(training.globalStep()).isEqualTo(3);
      assertThat(value(second, training)).isEqualTo(before);
    }
  }

  @Test
  void othersWaitForTheChief() throws Exception {
    Tasks tasks = new Tasks(1, 2);
    Descent other = new Descent(tasks, 1);
    CompletableFuture<Long> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try (TrainingSession training = other.worker().start()) {
                other.run(training, 1);
                return training.globalStep();
              }
            });
    Descent chief = new Descent(tasks, 0);
    try (TrainingSession training = chief.chief().start()) {
      assertThat(waiting.get(30, TimeUnit.SECONDS)).isEqualTo(1);
      assertThat(training.globalStep()).isEqualTo(1);
    }
  }

  @Test
  void waitingHasAnEndAndSaysForWhat() {
    Descent descent = Descent.alone();
    TrainingSetup builder =
        descent.worker().retrying(Descent.SHORT.withTimeout(Duration.ofSeconds(2)));
    assertThatThrownBy(builder::start)
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED))
        .hasMessageStartingWith("no session to train with within 2.0 s")
        .hasMessageContaining("2 variables have no value yet: w, global_step; the chief gives");
  }

  @Test
  void aClusterThatIsNotThereIsWaitedForAndThenNamed() {
    Descent descent = Descent.alone();
    WeirException down = new WeirException(ErrorCode.UNAVAILABLE, "ps:0 refuses connections");
    int[] tries = {0};
    SessionSource late =
        graph -> {
          if (++tries[0] < 4) {
            throw down;
          }
          return descent.open();
        };
    try (TrainingSession training =
        new TrainingSetup(descent.model, TrainingTarget.of(late).as(Role.CHIEF))
            .retrying(Descent.SHORT)
            .start()) {
      descent.run(training, 1);
      assertThat(tries[0]).isEqualTo(4);
    }
    SessionSource never =
        graph -> {
          throw down;
        };
    assertThatThrownBy(
            () ->
                new TrainingSetup(descent.model, TrainingTarget.of(never).as(Role.CHIEF))
                    .retrying(Descent.SHORT.withTimeout(Duration.ofMillis(50)))
                    .start())
        .hasMessageContaining("ps:0 refuses connections; are all tasks of the cluster running?");
  }

  @Test
  void aWaitingWorkerCanBeStopped() {
    Descent descent = Descent.alone();
    TrainingSession[] self = new TrainingSession[1];
    SessionSource source =
        graph -> {
          if (self[0] != null) {
            self[0].requestStop("enough");
            throw aborted();
          }
          return descent.open();
        };
    try (TrainingSession training =
        new TrainingSetup(descent.model, TrainingTarget.of(source).as(Role.CHIEF))
            .retrying(Descent.SHORT)
            .start()) {
      self[0] = training;
      assertThatThrownBy(
              () ->
                  training.run(
                      runner -> {
                        throw aborted();
                      }))
          .hasMessageContaining("told to stop (enough) while waiting");
      assertThat(training.shouldStop()).isTrue();
    }
  }

  @Test
  void aCompleteTrainingWaitsForTasksToSaveItsEnd() {
    Descent descent = Descent.alone();
    int[] down = {0};
    SessionSource source =
        graph -> {
          if (down[0] > 0) {
            down[0]--;
            throw aborted();
          }
          return descent.open();
        };
    List<Long> ends = new ArrayList<>();
    TrainingListener last =
        new TrainingListener() {
          @Override
          public void onEnd(TrainingSession training) {
            if (ends.isEmpty()) {
              ends.add(-1L);
              down[0] = 2;
              throw aborted();
            }
            ends.add(training.globalStep());
          }
        };
    try (TrainingSession training =
        new TrainingSetup(descent.model, TrainingTarget.of(source).as(Role.CHIEF))
            .retrying(Descent.SHORT)
            .listeners(TrainingListener.stopAtStep(2), last)
            .start()) {
      descent.run(training, 2);
      assertThat(training.shouldStop()).isTrue();
    }
    assertThat(ends).containsExactly(-1L, 2L);
    assertThat(down[0]).isZero();
  }

  @Test
  void aCompleteTrainingWhoseLastStepsAreLostSaysSo() {
    Descent descent = Descent.alone();
    TaskSaver saver = saver(descent);
    TrainingSession training =
        descent
            .chief()
            .checkpoints(saver)
            .listeners(TrainingListener.stopAtStep(4), CheckpointSaver.everySteps(100))
            .start();
    descent.run(training, 4);
    assertThat(training.shouldStop()).isTrue();
    descent.tasks.restartServer(0);
    assertThatThrownBy(training::close)
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("had reached step 4")
        .hasMessageContaining("step 0 was restored");
  }

  /** The checkpoint that the chief saves last is the training's end, or it says that it is not. */
  @Test
  void lastStepsThatAreLostAndMadeAgainByOthersAreNotSaidToBeSaved() {
    Descent descent = Descent.alone();
    TaskSaver saver = saver(descent);
    TrainingListener others =
        new TrainingListener() {
          @Override
          public void onEnd(TrainingSession training) {
            for (int i = 0; i < 4; i++) {
              Runner runner = training.session().runner();
              descent.prepare(runner);
              runner.run();
            }
          }
        };
    TrainingSession training =
        descent
            .chief()
            .checkpoints(saver)
            .listeners(TrainingListener.stopAtStep(4), CheckpointSaver.everySteps(100))
            .listeners(others)
            .start();
    descent.run(training, 4);
    descent.tasks.restartServer(0);
    assertThatThrownBy(training::close)
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("had reached step 4")
        .hasMessageContaining("step 0 was restored");
  }

  @Test
  void aStepIsRunAgainWhenTheSessionIsLost() {
    Descent descent = Descent.alone();
    Diary diary = new Diary();
    try (TrainingSession training = descent.chief().listeners(diary).start()) {
      descent.run(training, 1);
      int[] calls = {0};
      training.run(
          runner -> {
            if (calls[0]++ == 0) {
              throw aborted();
            }
            descent.prepare(runner);
          });
      assertThat(calls[0]).isEqualTo(2);
      assertThat(training.globalStep()).isEqualTo(2);
    }
    assertThat(descent.opened).isEqualTo(2);
    assertThat(diary.lines).contains("session at 0", "session at 1"); // nothing was lost
  }

  @Test
  void aTaskThatDoesNotAnswerIsALossToo() {
    Descent descent = Descent.alone();
    try (TrainingSession training = descent.chief().start()) {
      int[] calls = {0};
      training.run(
          runner -> {
            if (calls[0]++ == 0) {
              throw new WeirException(ErrorCode.DEADLINE_EXCEEDED, "it waited for ps:0");
            }
            descent.prepare(runner);
          });
      assertThat(training.globalStep()).isEqualTo(1);
    }
    assertThat(descent.opened).isEqualTo(2);
  }

  @Test
  void aServerThatWasRestartedIsRestored() {
    Descent descent = Descent.alone();
    TaskSaver saver = saver(descent);
    try (TrainingSession training =
        descent.chief().checkpoints(saver).listeners(CheckpointSaver.everySteps(4)).start()) {
      descent.run(training, 6);
      descent.tasks.restartServer(0);
      descent.run(training, 1);
      assertThat(training.globalStep()).isEqualTo(5); // 4 were saved
      assertThat(value(descent, training)).isPositive();
    }
  }

  @Test
  void othersWaitUntilTheChiefHasRestored() throws Exception {
    Tasks tasks = new Tasks(1, 2);
    Descent chief = new Descent(tasks, 0);
    Descent other = new Descent(tasks, 1);
    TaskSaver saver = saver(chief);
    try (TrainingSession leading =
            chief.chief().checkpoints(saver).listeners(CheckpointSaver.everySteps(1)).start();
        TrainingSession following = other.worker().start()) {
      chief.run(leading, 2);
      other.run(following, 1);
      chief.run(leading, 1);
      tasks.restartServer(0);
      CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> other.run(following, 1));
      chief.run(leading, 1);
      waits.get(30, TimeUnit.SECONDS);
      assertThat(leading.globalStep()).isEqualTo(6);
      assertThat(other.opened).isEqualTo(2);
    }
  }

  @Test
  void aRunThatMissedValuesIsRunAgainIfTheyAreBack() {
    Descent descent = Descent.alone();
    try (TrainingSession training = descent.chief().start()) {
      int[] calls = {0};
      training.run(
          runner -> {
            if (calls[0]++ == 0) {
              throw WeirException.failedPrecondition("variable w has no value");
            }
            descent.prepare(runner);
          });
      assertThat(training.globalStep()).isEqualTo(1);
      assertThat(descent.opened).isEqualTo(1);
      assertThatThrownBy(
              () ->
                  training.run(
                      runner -> {
                        throw WeirException.failedPrecondition("the queue is closed");
                      }))
          .hasMessage("the queue is closed");
    }
  }

  /**
   * Restarts the server after some steps of the chief, a few times, and lets each other worker make
   * at most two steps for one of the chief's: so the training is far from its end every time.
   */
  private static final class Restarts implements TrainingListener {
    private static final int COUNT = 8;
    private static final int MOST_BETWEEN = 6;
    private static final int OTHERS = 2;

    private final Tasks tasks;
    private final SplittableRandom random = new SplittableRandom(7);
    private final Semaphore othersSteps = new Semaphore(0);
    private int left = COUNT;
    private int next = MOST_BETWEEN;

    Restarts(Tasks tasks) {
      this.tasks = tasks;
    }

    @Override
    public void afterStep(StepReport report, TrainingSession training) {
      othersSteps.release(2 * OTHERS);
      if (left > 0 && --next == 0) {
        left--;
        next = random.nextInt(1, MOST_BETWEEN + 1);
        tasks.restartServer(0);
      }
    }

    /** Waits until another worker may make a step. */
    void awaitTurn() {
      try {
        assertThat(othersSteps.tryAcquire(40, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    /** The chief has ended: others need not wait any more. */
    void end() {
      othersSteps.release(LAST_STEP);
    }
  }

  private static final int LAST_STEP = 300;

  @Test
  void workersCarryOnWhileServersAreRestartedOverAndOver() throws Exception {
    Tasks tasks = new Tasks(1, 3);
    Restarts restarts = new Restarts(tasks);
    Descent chief = new Descent(tasks, 0);
    TaskSaver saver = saver(chief);
    TrainingSetup leading =
        chief.chief().checkpoints(saver).listeners(CheckpointSaver.everySteps(5), restarts);
    List<Future<Long>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      running.add(
          threads.submit(
              () -> {
                try {
                  return steps(chief, leading, () -> {});
                } finally {
                  restarts.end();
                }
              }));
      for (int i = 1; i < 3; i++) {
        Descent other = new Descent(tasks, i);
        running.add(threads.submit(() -> steps(other, other.worker(), restarts::awaitTurn)));
      }
      long steps = 0;
      for (Future<Long> each : running) {
        steps += each.get(50, TimeUnit.SECONDS); // some may come when the others are done
      }
      assertThat(steps).isGreaterThanOrEqualTo(LAST_STEP);
    }
    assertThat(restarts.left).isZero();
    assertThat(stepOf(saver.latest().orElseThrow())).isGreaterThanOrEqualTo(LAST_STEP);
  }

  private static long stepOf(Path prefix) {
    String name = String.valueOf(prefix.getFileName());
    return Long.parseLong(name.substring(name.lastIndexOf('-') + 1));
  }

  private static long steps(Descent descent, TrainingSetup builder, Runnable turn) {
    long steps = 0;
    try (TrainingSession training =
        builder.named("restarts").listeners(TrainingListener.stopAtStep(LAST_STEP)).start()) {
      while (!training.shouldStop()) {
        turn.run();
        descent.run(training, 1);
        steps++;
      }
    }
    return steps;
  }

  @Test
  void givesUpAfterManyLossesInARow() {
    Descent descent = Descent.alone();
    Diary diary = new Diary();
    try (TrainingSession training =
        descent.chief().listeners(diary).retrying(Descent.SHORT.withMaxRecoveries(3)).start()) {
      assertThatThrownBy(
              () ->
                  training.run(
                      runner -> {
                        throw aborted();
                      }))
          .hasMessageContaining("given up after 3 losses in a row: a task was restarted");
      assertThatThrownBy(() -> descent.run(training, 1)).hasMessageContaining("has failed before");
    }
    assertThat(diary.lines).noneMatch(line -> line.startsWith("end"));
  }

  @Test
  void otherFailuresAreTheCallers() {
    Descent descent = Descent.alone();
    try (TrainingSession training = descent.chief().start()) {
      assertThatThrownBy(() -> training.run(runner -> runner.fetch("nothing")))
          .hasMessageContaining("no node \"nothing\"");
      assertThat(descent.opened).isEqualTo(1);
    }
  }

  @Test
  void theEndOfInputAsksToStopAndIsNoFailure() {
    Descent descent = Descent.alone();
    Diary diary = new Diary();
    try (TrainingSession training = descent.chief().listeners(diary).start()) {
      assertThatThrownBy(
              () ->
                  training.run(
                      runner -> {
                        throw WeirException.outOfRange("the queue is empty");
                      }))
          .hasMessageContaining("the queue is empty");
      assertThat(training.shouldStop()).isTrue();
    }
    assertThat(diary.lines).endsWith("end at 0");
  }

  @Test
  void aHookThatLosesTheSessionDoesNotRepeatTheStep() {
    Descent descent = Descent.alone();
    int[] failures = {0};
    TrainingListener unlucky =
        new TrainingListener() {
          @Override
          public void afterStep(StepReport report, TrainingSession training) {
            if (failures[0]++ == 0) {
              throw aborted();
            }
          }
        };
    try (TrainingSession training = descent.chief().listeners(unlucky).start()) {
      descent.run(training, 1);
      assertThat(descent.opened).isEqualTo(2);
      assertThat(training.globalStep()).isEqualTo(1);
    }
  }

  @Test
  void aListenerMayNotRunSteps() {
    Descent descent = Descent.alone();
    TrainingListener greedy =
        new TrainingListener() {
          @Override
          public void afterStep(StepReport report, TrainingSession training) {
            training.run(runner -> {});
          }
        };
    try (TrainingSession training = descent.chief().listeners(greedy).start()) {
      assertThatThrownBy(() -> descent.run(training, 1))
          .hasMessageContaining("a listener cannot run");
    }
  }

  @Test
  void allHooksAreEndedAlthoughOneFails() {
    Descent descent = Descent.alone();
    Diary diary = new Diary();
    TrainingListener failing =
        new TrainingListener() {
          @Override
          public void onEnd(TrainingSession training) {
            throw WeirException.dataLoss("the disk is gone");
          }
        };
    TrainingSession training = descent.chief().listeners(failing, diary).start();
    Session session = training.session();
    assertThatThrownBy(training::close).hasMessageContaining("the disk is gone");
    assertThat(diary.lines).endsWith("end at 0");
    assertThatThrownBy(session::runner).hasMessageContaining("the session is closed");
    assertThatThrownBy(() -> training.run(Runner::run)).hasMessageContaining("is closed");
    training.close(); // a second time nothing happens
  }
}
