package dev.weir.cli.train;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.Main;
import dev.weir.cli.cluster.Ports;
import dev.weir.cli.cluster.Waiting;
import dev.weir.cli.digits.DigitPainter;
import dev.weir.cli.launch.ClusterPlan;
import dev.weir.cli.launch.Restarts;
import dev.weir.cli.launch.Supervisor.Outcome;
import dev.weir.cli.terminal.ProgressBar;
import dev.weir.cli.terminal.Terminal;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.json.JsonReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes that train together and die: any of them, at any time. What is learned is as good.
 * {@code -Dweir.seed=N} chooses the moments.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(900)
final class TestDigitsSurvival {
  /** Far more than are made before the last kill, also by machines that are fast. */
  private static final int STEPS = 240;

  private static final DigitsTraining.Plan PLAN =
      new DigitsTraining.Plan(STEPS, 32, 0.002f, 1, 1, false);
  private static final DigitsData DIGITS =
      new DigitsData(
          DigitPainter.withoutFonts().draw(1600, 2), DigitPainter.withoutFonts().draw(400, 3));

  /** What one process alone reaches with half of these steps, less two in a hundred. */
  private static final double GOOD = 0.93;

  /** A worker that has made so many has made some of the training, not only looked around. */
  private static final int STEPS_THAT_COUNT = 5;

  private static final TaskId WORKER_1 = new TaskId("worker", 1);
  private static final Duration BACK = Duration.ofSeconds(240);
  private static final Duration LONGEST = Duration.ofSeconds(420);

  private final long seed = Long.getLong("weir.seed", 20_241L);
  private final SplittableRandom random = new SplittableRandom(seed);
  private final StringWriter shown = new StringWriter();

  @TempDir private Path folder;

  /** A training in a folder that has a checkpoint already. */
  private final class Run {
    final ClusterPlan tasks =
        new ClusterPlan(Ports.of(new TaskId("ps", 0), new TaskId("worker", 0), WORKER_1));
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
    void kill(int from, int to, String... victims) {
      int step = random.nextInt(from, to);
      int pause = random.nextInt(100);
      shown.append("after step " + step + " and " + pause + " ms: kill " + List.of(victims) + "\n");
      Waiting.until(() -> log.reached() >= step || outcome.isDone(), LONGEST, shown::toString);
      assertThatThrownBy(() -> outcome.get(pause, TimeUnit.MILLISECONDS))
          .as(shown.toString())
          .isInstanceOf(TimeoutException.class);
      for (String victim : victims) {
        cluster.processes().kill(victim);
      }
    }

    /**
     * Waits until a worker that was killed makes steps itself again. The other one pauses
     * meanwhile, as it would make all that are left.
     */
    void awaitStepsOf(TaskId worker) throws Exception {
      boolean pauses = cluster.processes().isRunning("worker/0"); // it may be on its way back
      long other = pauses ? cluster.processes().pid("worker/0") : 0;
      if (pauses) {
        signal("STOP", other);
      }
      try (GrpcNetwork network = new GrpcNetwork(ofItsCluster())) {
        Waiting.until(
            () -> finishedSteps(network, worker) >= STEPS_THAT_COUNT,
            BACK,
            () -> worker + " is not back\n" + shown);
      } finally {
        if (pauses) {
          signal("CONT", other);
        }
      }
    }

    private GrpcOptions ofItsCluster() {
      Token token = Token.ofFile(cluster.tokenFile().orElseThrow());
      return GrpcOptions.builder().security(new Security(null, token)).build();
    }

    /** Of its present life; none while it does not answer. */
    private long finishedSteps(GrpcNetwork network, TaskId worker) {
      return network
          .taskStatus(tasks.cluster().address(worker), BACK)
          .handle(
              (status, error) ->
                  status == null
                      ? 0
                      : status.begunSteps() - status.failedSteps() - status.runningSteps())
          .join();
    }

    private static void signal(String name, long process) throws Exception {
      Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process)).start();
      assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(kill.exitValue()).isZero();
    }

    Outcome end() throws Exception {
      return outcome.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
    }

    void endsWell() throws Exception {
      assertThat(end().code()).as("seed %d\n%s", seed, shown).isZero();
      assertThat(accuracy(folder)).as("seed %d\n%s", seed, shown).isGreaterThan(GOOD);
    }
  }

  private static double accuracy(Path folder) {
    Path last = new CheckpointFolder(folder.resolve("checkpoints")).latest().orElseThrow();
    assertThat(Checkpoints.load(last))
        .hasEntrySatisfying(
            "global_step", step -> assertThat(step.getLong(0)).isGreaterThanOrEqualTo(STEPS));
    return Evaluation.of(DigitNet.frozen(Checkpoints.load(last)), DIGITS.test()).accuracy();
  }

  private void begin() {
    try (DigitsTraining training = new DigitsTraining(PLAN, DigitsPlace.ALONE, folder)) {
      training.begin();
    }
  }

  /** What {@code weir train digits} prints at its end. */
  private Map<?, ?> trained(String out, String... more) {
    StringWriter printed = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of("train", "digits", "--json"));
    arguments.addAll(List.of("--digits", "1600", "--steps", "240", "--batch", "32"));
    arguments.addAll(List.of("--out", folder.resolve(out).toString()));
    arguments.addAll(List.of(more));
    int code =
        Main.run(
            new PrintWriter(printed), new PrintWriter(shown), arguments.toArray(String[]::new));
    assertThat(code).as("%s", shown).isZero();
    return (Map<?, ?>) requireNonNull(JsonReader.read(printed.toString()));
  }

  /** That this command works is tested with the README, and what processes learn below. */
  @Test
  @Tag("thorough")
  void severalProcessesLearnAsMuchAsOne() {
    Map<?, ?> alone = trained("alone");
    Map<?, ?> together = trained("together", "--ps", "1", "--workers", "2");
    assertThat(together.keySet()).isEqualTo(alone.keySet());
    // with 400 digits to test with, one in a hundred is chance
    assertThat(accuracy(together)).as("%s", shown).isGreaterThan(accuracy(alone) - 0.03);
    assertThat(folder.resolve("together").resolve("model.pb")).exists();
    assertThat(folder.resolve("together").resolve("digits.part")).doesNotExist();
    assertThat(shown.toString())
        .contains("ps/0 | /job:ps/replica:0/task:0 serves at", "weir: worker/0 is done")
        .containsPattern("worker/0 \\| made \\d+ of 240 steps");
  }

  private static double accuracy(Map<?, ?> result) {
    return ((Number) requireNonNull(result.get("testAccuracy"))).doubleValue();
  }

  @Test
  void trainingContinuesWhicheverTaskIsKilled() throws Exception {
    begin();
    List<String> victims = new ArrayList<>(List.of("worker/1", "ps/0", "worker/0"));
    Collections.shuffle(victims, new Random(random.nextLong()));
    Run run = new Run(1);
    for (int i = 0; i < victims.size(); i++) {
      run.kill(10 + 25 * i, 25 + 25 * i, victims.get(i));
      if (victims.get(i).equals("worker/1")) {
        run.awaitStepsOf(WORKER_1);
      }
    }
    run.endsWell();
    for (String victim : victims) {
      assertThat(shown.toString())
          .contains(victim + " ended with exit code 137; it is started again");
    }
  }

  @Test
  void aChiefThatIsGoneForGoodIsReplaced() throws Exception {
    begin();
    Run run = new Run(0);
    run.kill(10, 30, "worker/0");
    run.endsWell();
    assertThat(shown.toString())
        .contains("worker/0 ended with exit code 137; the others carry on", "worker/1 is done");
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
