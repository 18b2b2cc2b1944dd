package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.runtime.RunOptions;
import dev.weir.tensor.Tensors;
import dev.weir.train.TrainingTarget.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a step that failed leaves behind in asynchronous training. */
@Timeout(60)
final class TestFailedSteps {
  @TempDir private Path folder;
  private final Tasks tasks = new Tasks(2, 1);
  private final TwoServers worker = new TwoServers(tasks, 0);

  private EpochNumber epoch(TrainingSession training) {
    return worker
        .model
        .epochs()
        .read(training.session(), RunOptions.DEFAULT)
        .values()
        .iterator()
        .next()
        .begun();
  }

  /** Makes a step; before that, nodes are run as by an attempt whose answer was lost. */
  private void runAfterALostAnswer(TrainingSession training, Node applied) {
    int[] calls = {0};
    training.run(
        runner -> {
          if (calls[0]++ == 0) {
            worker
                .model
                .epochs()
                .feed(training.session().runner(), epoch(training))
                .addTarget(applied)
                .run();
            throw new WeirException(ErrorCode.UNAVAILABLE, "the answer was lost");
          }
          runner.addTarget(worker.step);
        });
    assertThat(calls[0]).isEqualTo(2);
  }

  /** A value after so many updates: each goes a fifth of the way to 3. */
  private static float after(int updates) {
    return (float) (3 * (1 - Math.pow(0.8, updates)));
  }

  private void assertValues(TrainingSession training, int updatesOfA, int updatesOfB) {
    List<Float> values = worker.values(training);
    assertThat(values.get(0)).isCloseTo(after(updatesOfA), within());
    assertThat(values.get(1)).isCloseTo(after(updatesOfB), within());
  }

  private static Offset<Float> within() {
    return Offset.offset(1e-5f);
  }

  @Test
  void aStepWhoseAnswerWasLostIsAppliedTwiceAndCountedTwice() {
    try (TrainingSession training = worker.as(Role.CHIEF).start()) {
      runAfterALostAnswer(training, worker.step);
      assertThat(training.globalStep()).isEqualTo(2);
      assertValues(training, 2, 2);
    }
  }

  @Test
  void aStepThatWasAppliedOnOneServerIsAppliedThereTwiceAndCountedOnce() {
    Node half = worker.a.assign(worker.model.ops().constant(after(1)));
    try (TrainingSession training = worker.as(Role.CHIEF).start()) {
      runAfterALostAnswer(training, half);
      assertThat(training.globalStep()).isEqualTo(1);
      assertValues(training, 2, 1);
    }
  }

  @Test
  void aStepThatOneServerRefusesIsNotCountedAndUndoneByTheRestore() {
    ModelSaver saver = worker.saver(folder);
    Election election = Election.byIndex(0, Duration.ofMillis(200));
    try (TrainingSession training =
        worker.electing(election).clock(new ManualClock()).checkpoints(saver).start()) {
      worker.run(training, 1);
      training.save(saver, 1);
      EpochNumber now = epoch(training);
      training
          .session()
          .runner()
          .feed("epoch/ps_1/number", Tensors.scalar(now.next(0, 1).value()))
          .addTarget("epoch/ps_1/Begin")
          .run();
      assertThatThrownBy(
              () ->
                  worker
                      .model
                      .epochs()
                      .feed(training.session().runner(), now)
                      .addTarget(worker.step)
                      .run())
          .isInstanceOfSatisfying(
              WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ABORTED));
      assertThat(training.globalStep()).isEqualTo(1);
      worker.run(training, 1); // the one that has begun the epoch is silent: restores
      assertThat(training.globalStep()).isEqualTo(2);
      assertValues(training, 2, 2);
    }
  }
}
