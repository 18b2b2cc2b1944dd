package dev.weir.checkpoint;

import static dev.weir.checkpoint.TestCheckpoints.assertFails;
import static dev.weir.checkpoint.TestCheckpoints.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder of checkpoints has one owner; an earlier one changes nothing any more. */
@Timeout(120)
final class TestFolderOwners {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  @TempDir private Path folder;

  private CheckpointSeries series() {
    return series(new Disk());
  }

  private CheckpointSeries series(Disk disk) {
    return CheckpointSeries.of(folder, "model", Retention.last(1), Clock.systemUTC(), disk);
  }

  private static void save(CheckpointSeries series, int step, long claim) {
    series.save(step, NONE, NamedTensor.whole(SampleTensors.numbered(step)), claim);
  }

  /** Has another owner claim the folder right after a file was renamed. */
  private Disk replacedAfterMoving(Predicate<String> file) {
    CheckpointSeries young = series();
    return new Disk() {
      private boolean isDone;

      @Override
      void move(Path from, Path to) throws IOException {
        super.move(from, to);
        if (!isDone && file.test(to.getFileName().toString())) {
          isDone = true;
          young.claim(6);
        }
      }
    };
  }

  private static void assertReplaced(CheckpointSeries old, int step) {
    assertFails(() -> save(old, step, 5), ErrorCode.ABORTED, "must not write there any more");
  }

  @Test
  void whatASaveBelongsToIsChecked() throws IOException {
    CheckpointSeries first = series();
    CheckpointSeries second = series();
    first.claim(5);
    save(first, 1, 5);
    save(second, 2, 5); // another saver of the same chief
    first.claim(6);
    save(second, 3, 6);
    assertFails(() -> save(second, 4, 5), ErrorCode.ABORTED, "this process");
    assertThat(first.isClaimedWith(6)).isTrue();
    assertThat(first.isClaimedWith(5)).isFalse();
    Files.writeString(folder.resolve("model.claim"), "7 another-process\n");
    assertFails(() -> save(second, 5, 7), ErrorCode.ABORTED, "belong to process another-process");
    assertThat(second.isClaimedWith(7)).isFalse();
    save(second, 6, 8); // a later epoch, for which the folder is not claimed
    assertThat(second.isClaimedWith(8)).isTrue();
    assertThat(new CheckpointFolder(folder).latest()).contains(second.prefix(6));
  }

  @Test
  void anOwnerThatIsReplacedBetweenTwoRenamesPublishesNothing() {
    save(series(), 1, 5);
    CheckpointSeries old = series(replacedAfterMoving(name -> name.startsWith("model-2.data-")));
    assertReplaced(old, 2);
    assertThat(Checkpoints.exists(old.prefix(2))).isFalse();
    assertSame(Checkpoints.load(old.prefix(1)), SampleTensors.numbered(1));
  }

  @Test
  void anOwnerThatIsReplacedWhileItListsDeletesNothing() {
    save(series(), 1, 5);
    int[] states = {0};
    CheckpointSeries old =
        series(
            replacedAfterMoving( // the first state announces, the second lists
                name -> name.equals("checkpoint") && ++states[0] == 2));
    assertReplaced(old, 2);
    assertThat(states[0]).isEqualTo(2);
    assertThat(Checkpoints.exists(old.prefix(2))).isTrue();
    assertSame(Checkpoints.load(old.prefix(1)), SampleTensors.numbered(1));
  }

  @Test
  void anOwnerThatIsReplacedWhileItWritesTheStateLeavesItAsItWas() throws IOException {
    save(series(), 1, 5);
    String before = Files.readString(folder.resolve("checkpoint"));
    CheckpointSeries young = series();
    Disk replaced =
        new Disk() {
          @Override
          OutputFile create(Path file) throws IOException {
            if (file.getFileName().toString().startsWith("checkpoint.tempstate")) {
              young.claim(6);
            }
            return super.create(file);
          }
        };
    assertReplaced(series(replaced), 2);
    assertThat(folder.resolve("checkpoint")).hasContent(before);
  }

  @Test
  void aLaterClaimIsNotOverwrittenByOneThatBeganBefore() throws IOException {
    CheckpointSeries young = series();
    Disk overtaken =
        new Disk() {
          @Override
          OutputFile create(Path file) throws IOException {
            if (file.getFileName().toString().startsWith("model.claim.tempstate")) {
              young.claim(6);
            }
            return super.create(file);
          }
        };
    assertFails(() -> series(overtaken).claim(5), ErrorCode.ABORTED, "claim 6 of process");
    assertThat(young.claimed()).isEqualTo(6);
  }

  @Test
  void aLockFileThatCannotBeOpenedIsAFailureAndNoPermission() throws IOException {
    Files.createDirectory(folder.resolve("model.lock"));
    assertFails(() -> series().claim(5), ErrorCode.UNAVAILABLE, "locking the checkpoints");
    assertThat(folder.resolve("model.claim")).doesNotExist();
  }

  @Test
  void theNamesOfNewFoldersAreForcedToTheDisk() throws IOException {
    Set<Path> forced = new HashSet<>();
    Disk disk =
        new Disk() {
          @Override
          void forceFolder(Path each) throws IOException {
            forced.add(each);
            super.forceFolder(each);
          }
        };
    Path inner = folder.resolve("a").resolve("b");
    CheckpointSeries.of(inner, "model", Retention.last(1), Clock.systemUTC(), disk)
        .save(1, NONE, SampleTensors.numbered(1));
    assertThat(forced).contains(folder, folder.resolve("a"), inner);
  }

  @Test
  void processesThatClaimInTurnNeverWriteAtOnce() throws Exception {
    int processes = 3;
    int claims = 12;
    List<Process> running = new ArrayList<>();
    try {
      for (int i = 0; i < processes; i++) {
        running.add(contend(i, processes, claims));
      }
      List<String> said = new ArrayList<>();
      for (Process each : running) {
        try (BufferedReader lines = each.inputReader(StandardCharsets.UTF_8)) {
          lines.lines().forEach(said::add);
        }
        assertThat(each.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(each.exitValue()).as("%s", said).isZero();
      }
      assertThat(said).as("at least the last claim saves").contains("saved " + lastClaim(claims));
    } finally {
      running.forEach(Process::destroyForcibly);
    }
    assertThat(series().claimed()).isEqualTo(lastClaim(claims));
    Path latest = new CheckpointFolder(folder).latest().orElseThrow();
    assertThat(latest).isEqualTo(series().prefix(lastClaim(claims)));
    assertSame(Checkpoints.load(latest), SampleTensors.numbered(lastClaim(claims)));
    save(series(), 1000, 1000);
    assertThat(new CheckpointFolder(folder).all()).as("one is kept").hasSize(1);
  }

  private static int lastClaim(int claims) {
    return claims;
  }

  private Process contend(int first, int step, int claims) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Contender.class.getName(),
            folder.toString(),
            String.valueOf(first + 1),
            String.valueOf(step),
            String.valueOf(claims))
        .redirectErrorStream(true)
        .start();
  }

  /** A process that claims a folder again and again, with numbers that others lie between. */
  static final class Contender {
    private Contender() {}

    public static void main(String[] arguments) {
      CheckpointSeries series =
          CheckpointSeries.of(Path.of(arguments[0]), "model", Retention.last(1));
      int step = Integer.parseInt(arguments[2]);
      int last = Integer.parseInt(arguments[3]);
      for (int claim = Integer.parseInt(arguments[1]); claim <= last; claim += step) {
        try {
          series.claim(claim);
          save(series, claim, claim);
          System.out.println("saved " + claim);
        } catch (WeirException e) {
          if (e.code() != ErrorCode.ABORTED) {
            throw e;
          }
          System.out.println("refused " + claim);
        }
      }
    }
  }
}
