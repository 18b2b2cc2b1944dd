package dev.weir.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.digits.DigitPainter;
import dev.weir.cli.launch.ClusterPlan;
import dev.weir.cli.launch.Restarts;
import dev.weir.cli.launch.Supervisor.Outcome;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.cli.terminal.Terminal;
import dev.weir.train.fit.Callback;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that train together, and die: whoever is killed, and whenever, what is learnt is
 * as good. {@code -Dweir.seed=N} chooses the moments.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(180)
final class TestDigitsSurvival {
  private static final int STEPS = 120;
  private static final DigitsTraining.Plan PLAN =
      new DigitsTraining.Plan(STEPS, 32, 0.002f, 1, 1, false);
  private static final DigitsData DIGITS =
      new DigitsData(
          DigitPainter.withoutFonts().draw(1600, 2), DigitPainter.withoutFonts().draw(400, 3));

  /** What one process alone reaches with these digits and steps, less two in a hundred. */
  private static final double GOOD = 0.93;

  private final long seed = Long.getLong("weir.seed", 20_241L);
  private final SplittableRandom random = new SplittableRandom(seed);
  private final StringWriter shown = new StringWriter();

  @TempDir private Path folder;

  /** A training in a folder that has a checkpoint already. */
  private final class Run {
    final ClusterPlan tasks = ClusterPlan.onLoopback(1, 2);
    final DigitsClusterLog log =
        new DigitsClusterLog(
            tasks.names(),
            Terminal.PLAIN,
            new ProgressBar(new PrintWriter(shown), Terminal.PLAIN, STEPS));
    final DigitsCluster cluster;
    final CompletableFuture<Outcome> outcome;

    Run(int restarts) {
      Restarts quick = new Restarts(restarts, Duration.ofMillis(50), Duration.ofMillis(50));
      cluster = new DigitsCluster(tasks, quick, PLAN, "drawn", folder, log);
      outcome = CompletableFuture.supplyAsync(() -> cluster.run(DIGITS.train()));
    }

    /** Kills at a random moment after a random step from this one to that one. */
    void kill(int from, int to, String... victims) throws InterruptedException {
      int step = random.nextInt(from, to);
      int pause = random.nextInt(300);
      shown.append("after step " + step + " and " + pause + " ms: kill " + List.of(victims) + "\n");
      while (log.reached() < step && !outcome.isDone()) {
        Thread.sleep(10);
      }
      Thread.sleep(pause);
      assertThat(outcome).as(shown.toString()).isNotDone();
      for (String victim : victims) {
        cluster.processes().kill(victim);
      }
    }

    Outcome end() throws Exception {
      return outcome.get(150, TimeUnit.SECONDS);
    }

    void endsWell() throws Exception {
      assertThat(end().code()).as("seed %d\n%s", seed, shown).isZero();
      assertThat(accuracy(folder)).as("seed %d\n%s", seed, shown).isGreaterThan(GOOD);
    }
  }

  private static double accuracy(Path folder) {
    Path last = new CheckpointFolder(folder.resolve("checkpoints")).latest().orElseThrow();
    assertThat(Checkpoints.load(last).get("global_step").getLong(0)).isGreaterThanOrEqualTo(STEPS);
    return Evaluation.of(DigitNet.frozen(Checkpoints.load(last)), DIGITS.test()).accuracy();
  }

  private void begin() {
    try (DigitsTraining training = new DigitsTraining(PLAN, folder)) {
      training.begin();
    }
  }

  @Test
  void threeProcessesLearnAsMuchAsOne() throws Exception {
    begin();
    new Run(0).endsWell();
    Path alone = folder.resolve("alone");
    try (DigitsTraining training = new DigitsTraining(PLAN, alone)) {
      training.begin();
      training.train(DIGITS.train(), DIGITS.test(), () -> false, new Callback() {});
    }
    assertThat(accuracy(folder)).as("%s", shown).isGreaterThan(accuracy(alone) - 0.02);
  }

  @Test
  void workersComeAndGo() throws Exception {
    begin();
    Run run = new Run(1);
    run.kill(10, 40, "worker/1"); // is started again
    run.kill(50, 80, "worker/1"); // is not
    run.endsWell();
    assertThat(shown.toString())
        .contains("worker/1 ended with exit code 137; it is started again")
        .contains("worker/1 ended with exit code 137; the others carry on");
  }

  @Test
  void parameterServerIsStartedAgainAndRestored() throws Exception {
    begin();
    Run run = new Run(1);
    run.kill(30, 80, "ps/0");
    run.endsWell();
    assertThat(shown.toString()).contains("ps/0 ended with exit code 137; it is started again");
  }

  @Test
  void chiefIsStartedAgainAndGoesOn() throws Exception {
    begin();
    Run run = new Run(1);
    run.kill(30, 80, "worker/0");
    run.endsWell();
    assertThat(shown.toString()).contains("worker/0 ended with exit code 137; it is started again");
  }

  @Test
  void allAreKilledAndTheSameCommandGoesOn() throws Exception {
    begin();
    Run run = new Run(0);
    run.kill(30, 80, "ps/0", "worker/1", "worker/0");
    assertThat(run.end().code()).as("%s", shown).isEqualTo(137);
    Path last = new CheckpointFolder(folder.resolve("checkpoints")).latest().orElseThrow();
    Map<String, ?> saved = Checkpoints.load(last);
    assertThat(last.getFileName().toString()).matches("digits-[1-9]\\d*");
    assertThat(saved).containsKey("conv2d/kernel");
    new Run(0).endsWell();
  }
}
