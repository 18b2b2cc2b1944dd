package dev.weir.checkpoint;

import static dev.weir.checkpoint.TestCheckpoints.assertFails;
import static dev.weir.checkpoint.TestCheckpoints.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever goes wrong while saving, at whatever point, what was there before is still there. */
final class TestInterruptedSaves {
  private static final int MOST_STEPS = 200;

  @TempDir Path folder;

  private static void save(Path prefix, Map<String, Tensor> tensors, int shards, Disk disk) {
    try (CheckpointWriter writer =
        CheckpointWriter.create(prefix, shards, new OwnThreads(shards), disk)) {
      writer.addAll(tensors);
      writer.finish();
    }
  }

  /** Fails if the save succeeds with the wrong content; returns whether it succeeded. */
  private static boolean saves(Path prefix, int number, int shards, FaultyDisk disk) {
    try {
      save(prefix, SampleTensors.numbered(number), shards, disk);
      return true;
    } catch (WeirException e) {
      assertThat(e).hasMessageContaining("What was saved before is as it was");
      return false;
    }
  }

  private static long stepOf(Path prefix) {
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      return reader.read("step").getLong(0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aCrashAtAnyPointLeavesTheOldOrTheNew(int shards) {
    Path prefix = folder.resolve("model-1");
    Checkpoints.save(prefix, SampleTensors.numbered(0));
    int current = 0;
    boolean isDone = false;
    for (int fault = 0; !isDone; fault++) {
      assertThat(fault).isLessThan(MOST_STEPS);
      int next = fault + 1;
      FaultyDisk disk = FaultyDisk.crashingAt(fault);
      saves(prefix, next, shards, disk);
      isDone = disk.done() <= fault;
      long found = stepOf(prefix);
      assertThat(found).isIn((long) current, (long) next);
      assertSame(Checkpoints.load(prefix), SampleTensors.numbered((int) found));
      current = (int) found;
    }
    assertThat(current).as("without a fault it is saved").isPositive();
    new Leftovers(folder, "model", new Disk()).delete(Gate.OPEN);
    Checkpoints.save(prefix, SampleTensors.numbered(5));
    assertThat(Checkpoints.files(prefix)).hasSizeLessThanOrEqualTo(3);
    assertThat(folder).isDirectoryNotContaining("glob:**.tempstate*");
  }

  @Test
  void aCrashWhileMergingLeavesTheOldOrTheNew() {
    Path prefix = folder.resolve("merged");
    Checkpoints.save(prefix, SampleTensors.numbered(0));
    boolean isDone = false;
    for (int fault = 0; !isDone; fault++) {
      assertThat(fault).isLessThan(MOST_STEPS);
      Path a = folder.resolve("temp" + fault + "/a");
      Path b = folder.resolve("temp" + fault + "/b");
      Map<String, Tensor> all = SampleTensors.numbered(fault + 1);
      Checkpoints.save(a, Map.of("step", all.get("step"), "words", all.get("words")));
      Checkpoints.save(
          b, Map.of("weights", all.get("weights"), "layer/bias", all.get("layer/bias")));
      FaultyDisk disk = FaultyDisk.crashingAt(fault);
      try {
        Checkpoints.merge(List.of(a, b), prefix, disk, Gate.OPEN);
      } catch (WeirException e) {
        assertThat(disk.done()).isGreaterThan(fault);
      }
      isDone = disk.done() <= fault;
      long found = stepOf(prefix);
      assertSame(Checkpoints.load(prefix), SampleTensors.numbered((int) found));
    }
    assertThat(stepOf(prefix)).isPositive();
  }

  @Test
  void aCrashAtAnyPointLeavesTheFolderReadable() {
    Path first = folder.resolve("model-1");
    Path second = folder.resolve("model-2");
    Checkpoints.save(first, SampleTensors.numbered(1));
    Checkpoints.save(second, SampleTensors.numbered(2));
    CheckpointFolder.Kept old = new CheckpointFolder.Kept(first, Instant.ofEpochSecond(1));
    CheckpointFolder.Kept young = new CheckpointFolder.Kept(second, Instant.ofEpochSecond(2));
    new CheckpointFolder(folder).write(List.of(old), Instant.EPOCH);
    boolean isDone = false;
    for (int fault = 0; !isDone; fault++) {
      assertThat(fault).isLessThan(MOST_STEPS);
      FaultyDisk disk = FaultyDisk.crashingAt(fault);
      try {
        new CheckpointFolder(folder, disk).write(List.of(old, young), Instant.EPOCH);
      } catch (WeirException e) {
        assertThat(e).hasMessageContaining("the machine stopped");
      }
      isDone = disk.done() <= fault;
      assertThat(new CheckpointFolder(folder).latest()).get().isIn(first, second);
    }
    assertThat(new CheckpointFolder(folder).kept()).containsExactly(old, young);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aFullDiskIsToldAndTidiedUp(int shards) throws IOException {
    Path prefix = folder.resolve("full");
    Checkpoints.save(prefix, SampleTensors.numbered(1));
    boolean succeeded = false;
    for (int fault = 0; !succeeded; fault++) {
      assertThat(fault).isLessThan(MOST_STEPS);
      FaultyDisk disk = FaultyDisk.fullAt(fault);
      try {
        save(prefix, SampleTensors.numbered(2), shards, disk);
        succeeded = true;
      } catch (WeirException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
        assertThat(e)
            .hasMessageContaining(prefix.toString())
            .hasMessageContaining("the disk is full: make room and save again");
        long found = stepOf(prefix);
        assertSame(Checkpoints.load(prefix), SampleTensors.numbered((int) found));
        try (Stream<Path> files = Files.list(folder)) {
          assertThat(files.filter(file -> file.toString().contains(".tempstate"))).isEmpty();
        }
        Checkpoints.delete(prefix);
        Checkpoints.save(prefix, SampleTensors.numbered(1));
      }
    }
    assertSame(Checkpoints.load(prefix), SampleTensors.numbered(2));
  }

  @Test
  void aSmallFileSystemKeepsThePreviousOne() throws IOException {
    Configuration small = Configuration.unix().toBuilder().setMaxSize(1 << 20).build();
    try (FileSystem memory = Jimfs.newFileSystem(small)) {
      Path prefix = memory.getPath("/models/step");
      Checkpoints.save(prefix, SampleTensors.numbered(1));
      Tensor large = Tensors.zeros(DType.UINT8, Shape.of(2 << 20));
      assertFails(
          () -> Checkpoints.save(prefix, Map.of("large", large)),
          ErrorCode.RESOURCE_EXHAUSTED,
          "the disk is full");
      assertSame(Checkpoints.load(prefix), SampleTensors.numbered(1));
      try (Stream<Path> files = Files.list(memory.getPath("/models"))) {
        assertThat(files).hasSize(2);
      }
    }
  }
}
