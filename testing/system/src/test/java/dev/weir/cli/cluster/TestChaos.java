package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.CheckpointReader;
import dev.weir.cli.Main;
import dev.weir.train.EpochNumber;
import dev.weir.train.internal.epoch.EpochState;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A training of digits on a cluster of processes that are killed, stopped, cut off and deprived of
 * disk space every few seconds: it makes all its steps, ends with the accuracy of a training that
 * nothing disturbs, every checkpoint is whole, all servers end in the epoch of the last checkpoint,
 * and what lives on holds no more than before. {@code -Dweir.chaos.minutes} (an hour) and {@code
 * -Dweir.seed} choose how long and which faults; it lasts at least until each fault has struck each
 * task.
 */
@Tag("thorough")
@Tag("cluster")
@EnabledOnOs(OS.LINUX)
final class TestChaos {
  private static final Duration LASTS =
      Duration.ofSeconds(
          Math.round(60 * Double.parseDouble(System.getProperty("weir.chaos.minutes", "60"))));
  private static final long SEED = Long.getLong("weir.seed", 7_001);
  private static final int STEPS = 360;
  private static final Duration LONGEST_ROUND = Duration.ofMinutes(15);

  /** With 400 digits to test with, one in a hundred is chance. */
  private static final double MARGIN = 0.03;

  /** Sessions of masters that are gone end after a minute. */
  private static final Duration LEASES = Duration.ofMinutes(3);

  private static final Pattern ACCURACY = Pattern.compile("\"testAccuracy\": ([0-9.]+)");

  @TempDir private Path folder;

  @Test
  void trainingSurvivesWhateverHappens() throws Exception {
    StringBuilder log = new StringBuilder();
    Path disturbed = folder.resolve("disturbed");
    Path out = disturbed.resolve("run");
    try (ChaosCluster cluster = new ChaosCluster(disturbed, SEED, log)) {
      long end = System.nanoTime() + LASTS.toNanos();
      ProcessHoldings settled = null;
      for (int round = 1; !cluster.hasSeenAll() || System.nanoTime() - end < 0; round++) {
        int steps = round * STEPS;
        cluster.train(out, steps, LONGEST_ROUND);
        String what = "round " + round + ", seed " + SEED + "\n" + log;
        assertIsWhole(out, steps, what);
        assertEpochsAgree(cluster, out, what);
        double accuracy = accuracy(out, steps);
        double undisturbed = accuracy(folder.resolve("undisturbed"), steps);
        assertThat(accuracy).as(what).isGreaterThan(undisturbed - MARGIN);
        ProcessHoldings now =
            ProcessHoldings.of(
                cluster.pid(ChaosCluster.SURVIVOR), cluster.status(ChaosCluster.SURVIVOR));
        if (round == 2) {
          settled = now;
        } else if (settled != null) {
          assertThat(now.growthSince(settled)).as(what).isEmpty();
        }
        System.err.printf(
            "chaos: round %d, accuracy %.4f (undisturbed %.4f), %s, faults %s, seen %s%n",
            round, accuracy, undisturbed, now, cluster.faults(), cluster.evidence().all());
      }
      assertThat(cluster.faults().values())
          .as("faults of every kind: %s", cluster.faults())
          .allMatch(count -> count > 0);
      assertThat(cluster.evidence().all().values())
          .as("all that they lead to: %s", cluster.evidence().all())
          .allMatch(count -> count > 0);
      for (String server : ChaosCluster.SERVERS) {
        Waiting.until(
            () ->
                cluster.status(server).sessions() == 0 && cluster.status(server).knownSteps() == 0,
            LEASES,
            () -> "what workers leave behind: " + cluster.status(server));
      }
    }
  }

  /** A row of docs/failures.md. */
  @Test
  void trainingSurvivesARollingRestart() throws Exception {
    double undisturbed = accuracy(folder.resolve("undisturbed"), STEPS);
    StringBuilder log = new StringBuilder();
    Path out = folder.resolve("restarted").resolve("run");
    try (ChaosCluster cluster = new ChaosCluster(folder.resolve("restarted"), SEED, log)) {
      int steps = cluster.trainWithRollingRestart(out, STEPS, Duration.ofMinutes(10));
      assertIsWhole(out, steps, log.toString());
      assertEpochsAgree(cluster, out, log.toString());
      assertThat(accuracy(out, steps)).as("%s", log).isGreaterThan(undisturbed - MARGIN);
    }
  }

  /** Trains up to a step in this process, from the last checkpoint if there is one. */
  private static double accuracy(Path out, int steps) {
    StringWriter printed = new StringWriter();
    StringWriter errors = new StringWriter();
    List<String> words = new ArrayList<>(List.of("train", "digits", "--json"));
    words.addAll(List.of("--digits", "1600", "--batch", "32"));
    words.addAll(List.of("--steps", Integer.toString(steps), "--out", out.toString()));
    int code =
        Main.run(new PrintWriter(printed), new PrintWriter(errors), words.toArray(String[]::new));
    assertThat(code).as("%s", errors).isZero();
    Matcher matcher = ACCURACY.matcher(printed.toString());
    assertThat(matcher.find()).as(printed.toString()).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  /** The step of the last checkpoint of a training. */
  static long savedStep(Path out) {
    Path latest = new CheckpointFolder(out.resolve("checkpoints")).latest().orElseThrow();
    try (CheckpointReader reader = CheckpointReader.open(latest)) {
      return reader.read("global_step").getLong(0);
    }
  }

  /**
   * The training has made its steps, so that none is left for who measures its accuracy, and all
   * tensors of all checkpoints that are listed can be read, and agree with their checksums.
   */
  private static void assertIsWhole(Path out, int steps, String what) {
    assertThat(savedStep(out)).as(what).isGreaterThanOrEqualTo(steps);
    List<CheckpointFolder.Kept> listed = new CheckpointFolder(out.resolve("checkpoints")).kept();
    assertThat(listed).as(what).isNotEmpty();
    List<List<String>> names = new ArrayList<>();
    for (CheckpointFolder.Kept kept : listed) {
      try (CheckpointReader reader = CheckpointReader.open(kept.prefix())) {
        names.add(reader.names().stream().sorted().toList());
        reader.names().forEach(reader::verify);
      }
    }
    assertThat(names.getFirst()).contains("global_step", "conv2d/kernel");
    assertThat(names).as(what).allMatch(names.getFirst()::equals);
  }

  /**
   * All servers are in one finished epoch, which is the one that has claimed the checkpoints: no
   * value is of another. Only a server that was killed after the last save has none.
   */
  private static void assertEpochsAgree(ChaosCluster cluster, Path out, String what)
      throws IOException {
    EpochNumber claimed;
    try (Stream<Path> files = Files.list(out.resolve("checkpoints"))) {
      Path claim =
          files.filter(file -> file.toString().endsWith(".claim")).findFirst().orElseThrow();
      claimed = new EpochNumber(Long.parseLong(Files.readString(claim).split(" ")[0]));
    }
    List<EpochState> held =
        cluster.epochs().values().stream().filter(state -> !state.begun().isNone()).toList();
    assertThat(held).as(what).isNotEmpty();
    for (EpochState state : held) {
      assertThat(state.begun()).as(what).isEqualTo(claimed);
      assertThat(state.finished()).as(what).isEqualTo(claimed);
    }
  }
}
