package dev.weir.checkpoint;

import static dev.weir.checkpoint.TestCheckpoints.assertFails;
import static dev.weir.checkpoint.TestCheckpoints.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestCheckpointSeries {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  @TempDir Path folder;
  private Instant now = Instant.ofEpochSecond(1_000_000);

  private CheckpointSeries series(Retention retention) {
    return series(retention, new Disk());
  }

  private CheckpointSeries series(Retention retention, Disk disk) {
    Clock clock =
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return now;
          }
        };
    return CheckpointSeries.of(folder, "model", retention, clock, disk);
  }

  private static void save(CheckpointSeries series, int step, OptionalDouble measure) {
    series.save(step, measure, SampleTensors.numbered(step));
  }

  private List<Long> there() {
    return new CheckpointFolder(folder)
        .all().stream()
            .map(prefix -> Long.valueOf(String.valueOf(prefix.getFileName()).substring(6)))
            .sorted()
            .toList();
  }

  @Test
  void theLastAreKept() {
    CheckpointSeries series = series(Retention.last(2));
    for (int step = 1; step <= 5; step++) {
      save(series, step, NONE);
    }
    assertThat(there()).containsExactly(4L, 5L);
    assertThat(series.kept()).containsExactly(series.prefix(4), series.prefix(5));
    assertThat(new CheckpointFolder(folder).latest()).contains(series.prefix(5));
  }

  @Test
  void oneEverySoOftenIsKeptForGood() {
    CheckpointSeries series = series(Retention.last(1).andEvery(Duration.ofHours(2)));
    for (int step = 0; step < 7; step++) {
      save(series, step, NONE);
      now = now.plus(Duration.ofHours(1));
      series = series(Retention.last(1).andEvery(Duration.ofHours(2))); // as after a restart
    }
    assertThat(there()).containsExactly(0L, 2L, 4L, 6L);
    assertThat(series.kept()).containsExactly(series.prefix(6));
  }

  /** Two days back: what is kept for good does not pause until the clock has caught up. */
  @Test
  void oneEverySoOftenIsKeptForGoodWhenTheWallClockIsSetBack() {
    CheckpointSeries series = series(Retention.last(1).andEvery(Duration.ofHours(2)));
    for (int step = 0; step < 9; step++) {
      if (step == 3) {
        now = now.minus(Duration.ofDays(2));
      }
      save(series, step, NONE);
      now = now.plus(Duration.ofHours(1));
    }
    assertThat(there()).containsExactly(0L, 2L, 3L, 5L, 7L, 8L);
    assertThat(series.kept()).containsExactly(series.prefix(8));
  }

  @Test
  void theBestAreKept() {
    double[] losses = {5, 3, 4, Double.NaN, 6, 3.5};
    for (int step = 0; step < losses.length; step++) {
      // a new one each time, as after a restart
      save(series(Retention.last(1).andLowest(2)), step, OptionalDouble.of(losses[step]));
    }
    assertThat(there()).containsExactly(1L, 5L);
    CheckpointSeries series = series(Retention.last(1).andLowest(2));
    assertThat(series.best()).contains(series.prefix(1));
    assertThat(series(Retention.last(1).andHighest(2)).best()).contains(series.prefix(5));
  }

  @Test
  void theOneBeforeADamagedOneIsUsed() throws IOException {
    CheckpointSeries series = series(Retention.last(3));
    assertThat(series.openLatest()).isEmpty();
    for (int step = 1; step <= 3; step++) {
      save(series, step, NONE);
    }
    damage(folder.resolve("model-3.data-00000-of-00001"));
    Files.delete(folder.resolve("checkpoint"));
    assertThat(opened(series)).as("without a state file").isEqualTo(series.prefix(2));
    save(series, 4, NONE);
    damage(folder.resolve("model-4.index"));
    Files.delete(folder.resolve("model-2.data-00000-of-00001"));
    assertFails(
        () -> opened(series), ErrorCode.DATA_LOSS, "every checkpoint in " + folder + " is damaged");
  }

  private static Path opened(CheckpointSeries series) {
    try (CheckpointReader reader = series.openLatest().orElseThrow()) {
      return reader.prefix();
    }
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void aFailedSaveKeepsThoseBefore() {
    save(series(Retention.last(1)), 1, NONE);
    assertThatThrownBy(
            () ->
                series(Retention.last(1))
                    .save(
                        2, NONE, Map.of("handle", Tensor.allocate(DType.RESOURCE, Shape.scalar()))))
        .isInstanceOf(WeirException.class);
    assertThat(there()).containsExactly(1L);
    assertSame(Checkpoints.load(folder.resolve("model-1")), SampleTensors.numbered(1));
  }

  @Test
  void whatOthersHaveWrittenIsTakenUp() {
    CheckpointSeries series = series(Retention.last(1));
    save(series, 1, NONE);
    assertFails(() -> series.enlist(2, NONE), ErrorCode.NOT_FOUND, "must see the same folder");
    Path parts = series.partsPrefix(2);
    Path part = parts.resolveSibling(Checkpoints.shardedName("part", 0, 1));
    Checkpoints.save(part, SampleTensors.numbered(2));
    Checkpoints.merge(List.of(part), series.prefix(2), false);
    assertThat(series.enlist(2, NONE)).isEqualTo(series.prefix(2));
    assertThat(there()).containsExactly(2L);
    assertThat(series.kept()).containsExactly(series.prefix(2));
  }

  @Test
  void whatWasWrittenBesideThePartsIsPublished() {
    CheckpointSeries series = series(Retention.last(1));
    Path written = series.partsPrefix(2).resolveSibling("whole");
    assertFails(
        () -> series.publish(2, NONE, written), ErrorCode.NOT_FOUND, "must see the same folder");
    Checkpoints.save(written, SampleTensors.numbered(2));
    assertThat(series.publish(2, NONE, written)).isEqualTo(series.prefix(2));
    assertThat(series.kept()).containsExactly(series.prefix(2));
    assertSame(Checkpoints.load(series.prefix(2)), SampleTensors.numbered(2));
    assertThat(FileNames.folder(written)).doesNotExist();
  }

  @Test
  void partsOfASaveThatRunsStayAndThoseOfAnotherAreDeleted() throws IOException {
    CheckpointSeries series = series(Retention.last(1));
    Path running = series.partsPrefix(1);
    Path interrupted = series(Retention.last(1)).partsPrefix(1); // by another process, say
    Path others = folder.resolve("models-1.tempstate00");
    for (Path parts : List.of(running, interrupted)) {
      Checkpoints.save(parts, SampleTensors.numbered(1));
    }
    Files.createFile(others);
    Files.createFile(folder.resolve("model-7.index.tempstate01"));
    save(series, 2, NONE);
    assertThat(FileNames.folder(running)).isDirectory();
    assertThat(FileNames.folder(interrupted)).doesNotExist();
    assertThat(folder.resolve("model-7.index.tempstate01")).doesNotExist();
    assertThat(others).as("of another series").exists();
    series.abandon(running);
    save(series, 3, NONE);
    assertThat(FileNames.folder(running)).doesNotExist();
  }

  @Test
  void anEarlierOwnerCanNeitherSaveNorDelete() {
    CheckpointSeries old = series(Retention.last(1));
    CheckpointSeries young = series(Retention.last(1));
    old.claim(5);
    save(old, 1, NONE);
    assertThat(young.claimed()).isEqualTo(5);
    young.claim(6);
    assertFails(() -> save(old, 2, NONE), ErrorCode.ABORTED, "must not write there any more");
    assertFails(() -> old.enlist(1, NONE), ErrorCode.ABORTED, "must not write there any more");
    assertFails(() -> old.claim(5), ErrorCode.ABORTED, "claim 6 of process");
    assertThat(there()).containsExactly(1L);
    save(young, 3, NONE);
    assertThat(there()).containsExactly(3L);
    assertThat(folder).isDirectoryNotContaining("glob:**.tempstate*");
  }

  @Test
  void anOwnerThatIsReplacedWhileItWritesPublishesNothing() {
    CheckpointSeries young = series(Retention.last(2));
    Disk replaced =
        new Disk() {
          private boolean isDone;

          @Override
          OutputFile create(Path file) throws IOException {
            if (file.toString().contains(".data-") && !isDone) {
              isDone = true;
              young.claim(6);
            }
            return super.create(file);
          }
        };
    CheckpointSeries old = series(Retention.last(2), replaced);
    old.claim(5);
    assertFails(() -> save(old, 1, NONE), ErrorCode.ABORTED, "must not write there any more");
    assertThat(there()).isEmpty();
    assertThat(young.openLatest()).isEmpty();
  }

  @Test
  void aSaveThatIsInterruptedAtAnyPointIsFoundIfItIsThere() {
    save(series(Retention.last(2)), 1, NONE);
    boolean isDone = false;
    for (int fault = 0; !isDone; fault++) {
      assertThat(fault).isLessThan(200);
      FaultyDisk disk = FaultyDisk.crashingAt(fault);
      int step = fault + 2;
      try {
        save(series(Retention.last(2), disk), step, NONE);
      } catch (WeirException e) {
        assertThat(disk.done()).isGreaterThan(fault);
      }
      isDone = disk.done() <= fault;
      CheckpointSeries after = series(Retention.last(2));
      boolean isThere = Checkpoints.exists(after.prefix(step));
      Path latest = opened(after);
      assertThat(latest.equals(after.prefix(step)))
          .as("fault %d, %s", fault, latest)
          .isEqualTo(isThere);
      assertThat(after.kept().getLast()).isEqualTo(latest);
    }
  }

  @Test
  void aPublicationThatIsInterruptedAtAnyPointIsFoundIfItIsThere() {
    save(series(Retention.last(2)), 1, NONE);
    boolean isDone = false;
    for (int fault = 0; !isDone; fault++) {
      assertThat(fault).isLessThan(200);
      FaultyDisk disk = FaultyDisk.crashingAt(fault);
      CheckpointSeries series = series(Retention.last(2), disk);
      int step = fault + 2;
      Path whole = series.partsPrefix(step).resolveSibling("whole");
      Checkpoints.save(whole, SampleTensors.numbered(step)); // by tasks, which have other disks
      try {
        series.publish(step, NONE, whole);
      } catch (WeirException e) {
        assertThat(disk.done()).isGreaterThan(fault);
      }
      isDone = disk.done() <= fault;
      CheckpointSeries after = series(Retention.last(2));
      boolean isThere = Checkpoints.exists(after.prefix(step));
      Path latest = opened(after);
      assertThat(latest.equals(after.prefix(step)))
          .as("fault %d, %s", fault, latest)
          .isEqualTo(isThere);
      int found = Integer.parseInt(String.valueOf(latest.getFileName()).substring(6));
      assertSame(Checkpoints.load(latest), SampleTensors.numbered(found));
      assertThat(after.kept().getLast()).isEqualTo(latest);
    }
  }

  @Test
  void savingGoesOnInTheBackground() {
    CheckpointSeries series = series(Retention.last(2));
    Tensor value = Tensors.fill(DType.FLOAT32, Shape.of(1_000_000), 7.0);
    try (BackgroundSaver saver = new BackgroundSaver(series, Duration.ofSeconds(30))) {
      saver.save(1, NONE, Map.of("v", value));
      value.close(); // what was handed over is saved all the same
      saver.save(2, NONE, SampleTensors.numbered(2));
      assertThat(Checkpoints.exists(series.prefix(1))).as("the next waits for it").isTrue();
    }
    assertThat(Checkpoints.load(series.prefix(1)).getOrDefault("v", value).getFloat(999_999))
        .isEqualTo(7);
    assertSame(Checkpoints.load(series.prefix(2)), SampleTensors.numbered(2));
  }

  @Test
  void aFailureInTheBackgroundIsNotMissed() {
    CheckpointSeries series = series(Retention.last(2));
    BackgroundSaver saver = new BackgroundSaver(series, Duration.ofSeconds(30));
    Map<String, Tensor> bad = Map.of("", Tensors.scalar(1));
    saver.save(1, NONE, bad);
    assertFails(saver::finish, ErrorCode.INVALID_ARGUMENT, "needs a name");
    saver.save(2, NONE, bad);
    assertFails(saver::close, ErrorCode.INVALID_ARGUMENT, "needs a name");
  }

  @Test
  void aBackgroundSaveDoesNotWaitForTheDisk() throws InterruptedException {
    save(series(Retention.last(1)), 1, NONE);
    StuckDisk disk = new StuckDisk();
    CheckpointSeries series = series(Retention.last(1), disk).withShards(2);
    Map<String, Tensor> large =
        Map.of(
            "a", Tensors.fill(DType.UINT8, Shape.of(3L * Chunks.BYTES), 7L),
            "b", Tensors.fill(DType.UINT8, Shape.of(2L * Chunks.BYTES), 8L));
    try (BackgroundSaver saver = new BackgroundSaver(series, Duration.ofSeconds(30))) {
      saver.save(2, NONE, large);
      assertThat(disk.awaitWrites(2)).as("both files are being written").isTrue();
      assertThat(Checkpoints.exists(series.prefix(2))).isFalse();
      assertSame(Checkpoints.load(series.prefix(1)), SampleTensors.numbered(1));
      disk.goOn();
    }
    assertThat(disk.writers())
        .as("threads that others count on are not kept waiting")
        .allMatch(name -> name.startsWith("weir-checkpoint"));
    assertSame(Checkpoints.load(series.prefix(2)), large);
    assertThat(there()).containsExactly(2L);
  }

  @Test
  void aSaveThatTakesTooLongIsTold() throws InterruptedException {
    StuckDisk disk = new StuckDisk();
    CheckpointSeries series = series(Retention.last(1), disk);
    try (BackgroundSaver saver = new BackgroundSaver(series, Duration.ofMillis(100))) {
      saver.save(1, NONE, SampleTensors.numbered(1));
      assertThat(disk.awaitWrites(1)).isTrue();
      assertFails(saver::finish, ErrorCode.DEADLINE_EXCEEDED, "longer than PT0.1S");
      disk.goOn();
      finish(saver);
    }
    assertThat(there()).containsExactly(1L);
  }

  /** On a busy machine the rest of a save may well take longer than the saver waits at once. */
  private static void finish(BackgroundSaver saver) {
    for (int attempt = 1; ; attempt++) {
      try {
        saver.finish();
        return;
      } catch (WeirException e) {
        if (e.code() != ErrorCode.DEADLINE_EXCEEDED || attempt == 100) {
          throw e;
        }
      }
    }
  }

  @Test
  void shardsShareTheBytes() throws IOException {
    CheckpointSeries series = series(Retention.last(1)).withShards(3);
    for (int step = 1; step <= 2; step++) {
      save(series, step, NONE);
      assertSame(Checkpoints.load(series.prefix(step)), SampleTensors.numbered(step));
    }
    assertThat(there()).containsExactly(2L);
    List<Path> files = Checkpoints.files(series.prefix(2));
    assertThat(files).hasSize(4);
    assertThat(Checkpoints.files(series.prefix(1))).isEmpty();
    assertThat(Files.size(files.get(1))).as("the largest has its own").isEqualTo(300 * 100 * 4);
    assertThat(Files.size(files.get(2))).isEqualTo(1000 * 4);
    assertThat(Files.size(files.get(3))).isPositive().isLessThan(100);
    assertFails(() -> series.withShards(0), ErrorCode.INVALID_ARGUMENT, "from 1 to 99999");
  }
}
