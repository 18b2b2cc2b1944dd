package dev.weir.checkpoint;

import static dev.weir.checkpoint.TestCheckpoints.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.Tensors;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that saves in a loop is killed at random moments, many times. */
final class TestKilledSaves {
  private static final int KILLS = Boolean.getBoolean("weir.thorough") ? 40 : 8;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TempDir Path folder;

  @Test
  void theLastCheckpointIsAlwaysThere() throws IOException, InterruptedException {
    long seed = Long.getLong("weir.seed", System.nanoTime());
    Random random = new Random(seed);
    int saved = 0;
    long start = System.nanoTime();
    for (int kill = 0; kill < KILLS && System.nanoTime() - start < LONGEST.toNanos(); kill++) {
      saved = saveUntilKilled(saved + 1, 1 + random.nextInt(100));
      String about = "seed " + seed + ", kill " + kill + ", saved " + saved;
      check(folder.resolve("same"), saved, about);
      check(new CheckpointFolder(folder).latest().orElseThrow(), saved, about);
    }
    assertThat(saved).isPositive();
  }

  /** Returns the last number the process said it had saved. */
  private int saveUntilKilled(int first, int millis) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SavingLoop.class.getName(),
                folder.toString(),
                String.valueOf(first))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int saved = -1;
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      assertThat(line).as("the process saves").isNotNull();
      // not a wait for something: the moment of the kill is to be random
      assertThat(process.waitFor(millis, TimeUnit.MILLISECONDS)).isFalse();
      // through its handle: what it has printed before can still be read then
      assertThat(process.toHandle().destroyForcibly()).isTrue();
      while (line != null) {
        saved = Integer.parseInt(line);
        line = lines.readLine();
      }
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return saved;
  }

  /**
   * A checkpoint after the last that was confirmed may be there: it was killed before saying so.
   */
  private static void check(Path prefix, int saved, String about) {
    var tensors = Checkpoints.load(prefix);
    int found = (int) tensors.getOrDefault("step", Tensors.scalar(-1L)).getLong(0);
    assertThat(found).as(about).isBetween(saved, saved + 1);
    assertSame(tensors, SampleTensors.numbered(found));
  }
}
