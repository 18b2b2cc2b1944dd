package dev.weir.checkpoint;

import static dev.weir.checkpoint.TestCheckpoints.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.checkpoint.table.Varints;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.FileAccess;
import dev.weir.records.Crc32c;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are damaged or made to do harm give a clear refusal and nothing else. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class TestHostileFiles {
  private static final int ROUNDS = 3_000;
  private static final Set<ErrorCode> CLEAR =
      EnumSet.of(
          ErrorCode.DATA_LOSS,
          ErrorCode.NOT_FOUND,
          ErrorCode.UNIMPLEMENTED,
          ErrorCode.INVALID_ARGUMENT,
          ErrorCode.RESOURCE_EXHAUSTED);

  @TempDir Path folder;
  private Path prefix = Path.of("");
  private byte[] index = {};

  @BeforeEach
  void save() throws IOException {
    prefix = folder.resolve("model");
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      SampleTensors.numbered(3).forEach(writer::add);
      writer.add("names", SampleTensors.random(DType.STRING, Shape.of(50), 4));
      writer.addSlice("v", ShapeAndSlice.parse("4 0,2"), Tensors.vector(1f, 2f));
      writer.addSlice("v", ShapeAndSlice.parse("4 2,2"), Tensors.vector(3f, 4f));
      for (int i = 0; i < 100; i++) {
        writer.add("layer" + i, Tensors.scalar(i));
      }
      writer.finish();
    }
    index = Files.readAllBytes(folder.resolve("model.index"));
  }

  /** Whether it is refused; anything but a clear refusal is a failure. */
  private boolean isRefused(String about) {
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      for (String name : reader.names()) {
        reader.read(name);
      }
      return false;
    } catch (WeirException e) {
      assertThat(e.code()).as(about + ": " + e).isIn(CLEAR);
      return true;
    }
  }

  private void writeIndex(byte[] bytes) throws IOException {
    Files.write(folder.resolve("model.index"), bytes);
  }

  @Test
  void everyFlippedBitOfTheIndexIsFound() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = index.clone();
      int at = random.nextInt(damaged.length);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      writeIndex(damaged);
      boolean inFooter = at >= damaged.length - 48;
      assertThat(isRefused("byte " + at) || inFooter).as("byte %s", at).isTrue();
    }
  }

  @Test
  void everyCutIndexIsFound() throws IOException {
    for (int length = 0; length < index.length; length += 7) {
      writeIndex(Arrays.copyOf(index, length));
      assertThat(isRefused("cut at " + length)).isTrue();
    }
  }

  /** With checksums that are right, so that what lies behind them is reached. */
  @Test
  void nonsenseWithRightChecksumsIsRefusedOrRead() throws IOException {
    Random random = new Random(2);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = index.clone();
      int changes = 1 + random.nextInt(8);
      for (int i = 0; i < changes; i++) {
        int at = random.nextInt(damaged.length - 48);
        damaged[at] = random.nextBoolean() ? (byte) random.nextInt(256) : (byte) (damaged[at] + 1);
      }
      repairChecksums(damaged);
      writeIndex(damaged);
      refused += isRefused("round " + round) ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(ROUNDS / 10);
  }

  /** Blocks stand one after the other; this index has one of entries, an empty one, the list. */
  private void repairChecksums(byte[] bytes) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer footer = file.slice(bytes.length - 48, 40);
    long metaOffset = Varints.read(footer);
    long metaBytes = Varints.read(footer);
    long listOffset = Varints.read(footer);
    long listBytes = Varints.read(footer);
    repair(file, 0, (int) metaOffset - 5);
    repair(file, (int) metaOffset, (int) metaBytes);
    repair(file, (int) listOffset, (int) listBytes);
  }

  private static void repair(ByteBuffer file, int offset, int bytes) {
    int checksum = Crc32c.mask(Crc32c.of(file.slice(offset, bytes + 1)));
    file.putInt(offset + bytes + 1, checksum);
  }

  @Test
  void randomBytesAreNoIndex() throws IOException {
    Random random = new Random(3);
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      if (bytes.length >= 48) {
        ByteBuffer.wrap(bytes)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(bytes.length - 8, 0xdb4775248b80fb57L);
      }
      writeIndex(bytes);
      assertThat(isRefused("round " + round)).isTrue();
    }
  }

  @Test
  void everyFlippedBitOfTheDataIsFound() throws IOException {
    Path data = folder.resolve("model.data-00000-of-00001");
    byte[] bytes = Files.readAllBytes(data);
    Random random = new Random(4);
    for (int round = 0; round < 300; round++) {
      byte[] damaged = bytes.clone();
      int at = random.nextInt(damaged.length);
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(data, damaged);
      assertThat(isRefused("byte " + at)).as("byte %s", at).isTrue();
    }
  }

  @Test
  void hugeShapesAreNotAllocated() throws IOException {
    for (long[] sizes :
        List.of(new long[] {1L << 40}, new long[] {1L << 33, 1L << 33}, new long[] {1L << 62, 4})) {
      IndexBuilder entries = new IndexBuilder();
      entries.add(
          "huge",
          new BundleEntry(DType.FLOAT32.number(), Shape.of(sizes), 0, 0, 1L << 42, 0, List.of()));
      entries.add(
          "words",
          new BundleEntry(DType.STRING.number(), Shape.of(sizes), 0, 0, 100, 0, List.of()));
      writeIndex(bytesOf(entries));
      try (CheckpointReader reader = CheckpointReader.open(prefix)) {
        for (String name : reader.names()) {
          assertThat(catchThrowable(() -> reader.read(name)))
              .isInstanceOf(WeirException.class)
              .hasMessageMatching("(?s).*(cut off|cannot have|2\\^63).*");
        }
      }
    }
  }

  private static byte[] bytesOf(IndexBuilder entries) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    entries.write(
        1,
        bytes -> {
          byte[] piece = new byte[bytes.remaining()];
          bytes.get(piece);
          out.writeBytes(piece);
        });
    return out.toByteArray();
  }

  @Test
  void mergingFollowsNoLinkOutOfWhereGraphsMayGo() throws IOException {
    Path allowed = Files.createDirectory(folder.resolve("allowed"));
    Path secret = folder.resolve("secret");
    Checkpoints.save(secret, SampleTensors.numbered(7));
    FileAccess access = FileAccess.within(List.of(allowed));
    for (String kind : List.of("index", "data")) {
      Path part = allowed.resolve(kind);
      Checkpoints.save(part, SampleTensors.numbered(1));
      Path linked = kind.equals("index") ? FileNames.index(part) : FileNames.data(part, 0, 1);
      Path target = kind.equals("index") ? FileNames.index(secret) : FileNames.data(secret, 0, 1);
      Files.delete(linked);
      Files.createSymbolicLink(linked, target);
      Path merged = allowed.resolve("merged");
      assertFails(
          () -> Checkpoints.merge(List.of(part), merged, false, access::open),
          ErrorCode.PERMISSION_DENIED,
          "graphs may not access");
      assertThat(Checkpoints.exists(merged)).isFalse();
      assertThat(secret.resolveSibling("secret.index")).exists();
    }
  }
}
