package dev.weir.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.TensorDifference;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TestCheckpoints {
  @TempDir Path folder;

  @Test
  void indexIsTensorFlowsByteForByte() throws IOException {
    Path prefix = folder.resolve("golden");
    Checkpoints.save(prefix, Map.of("Variable", Tensors.scalar(1f)));
    String expected =
        "000006"
            + "08011a020801"
            + "00080b"
            + "5661726961626c65"
            + "0801120028043581a5da2b"
            + "0000000001000000"
            + "00"
            + "2e59f020"
            + "0000000001000000"
            + "00"
            + "c0f2a1b0"
            + "000102570027"
            + "0000000001000000"
            + "00"
            + "0e8ce261"
            + "2c08390e"
            + "00".repeat(36)
            + "57fb808b247547db";
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(folder.resolve("golden.index"))))
        .isEqualTo(expected);
    assertThat(Files.readAllBytes(folder.resolve("golden.data-00000-of-00001")))
        .isEqualTo(HexFormat.of().parseHex("0000803f"));
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RESOURCE", "VARIANT"})
  void everyTypeComesBackBitForBit(DType dtype) {
    Path prefix = folder.resolve("types");
    Map<String, Tensor> saved =
        Map.of(
            "scalar", SampleTensors.random(dtype, Shape.scalar(), 1),
            "matrix", SampleTensors.random(dtype, Shape.of(13, 7), 2),
            "empty", SampleTensors.random(dtype, Shape.of(3, 0, 2), 3));
    Checkpoints.save(prefix, saved);
    assertSame(Checkpoints.load(prefix), saved);
  }

  @Test
  void manyPiecesOfALargeTensorMakeOneChecksum() {
    Path prefix = folder.resolve("large");
    long odd = 5L * Chunks.BYTES + 12_345;
    Map<String, Tensor> saved =
        Map.of(
            "odd", SampleTensors.random(DType.UINT8, Shape.of(odd), 1),
            "even", SampleTensors.random(DType.FLOAT64, Shape.of(Chunks.BYTES), 2),
            "exact", SampleTensors.random(DType.INT8, Shape.of(Chunks.BYTES), 3));
    Checkpoints.save(prefix, saved);
    assertSame(Checkpoints.load(prefix), saved);
  }

  @Test
  void manyTensorsMakeManyBlocks() {
    Path prefix = folder.resolve("many");
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      for (int i = 20_000; i > 0; i--) {
        writer.add("layers/of/a/model/" + i, Tensors.scalar(i));
      }
      writer.finish();
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertThat(reader.names()).hasSize(20_000);
      assertThat(reader.read("layers/of/a/model/17").getInt(0)).isEqualTo(17);
      assertThat(reader.names().stream().toList()).isSorted();
    }
  }

  @Test
  void partitionedTensorsArePutTogether() {
    Path prefix = folder.resolve("parts");
    Tensor whole = SampleTensors.random(DType.INT16, Shape.of(6, 5, 4), 1);
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      for (String slice : List.of("0,2:0,3:-", "0,2:3,2:-", "2,4:-:0,1", "2,4:-:1,3")) {
        writer.addSlice(
            "v", new ShapeAndSlice(whole.shape(), TensorSlice.parse(slice)), cut(whole, slice));
      }
      writer.addSlice("w", ShapeAndSlice.parse("2 0,2"), Tensors.vector(1f, 2f));
      writer.finish();
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertSame(reader.read("v"), whole);
      for (String slice : List.of("1,4:1,3:2,2", "0,1:-:-", "-:4,1:-", "5,1:4,1:3,1", "-:-:-")) {
        assertSame(reader.read("v", TensorSlice.parse(slice)), cut(whole, slice));
      }
      assertThat(reader.entry("v").slices()).hasSize(4);
      assertThat(reader.entry("v").bytes()).isEqualTo(whole.byteSize());
      assertThat(reader.entry("w").slices()).as("a part that is all of it").isEmpty();
      reader.names().forEach(reader::verify);
    }
  }

  @Test
  void stringsCanBePartitionedToo() {
    Path prefix = folder.resolve("strings");
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      writer.addSlice("s", ShapeAndSlice.parse("4 1,3"), Tensors.vector("b", "c", "d"));
      writer.addSlice("s", ShapeAndSlice.parse("4 0,1"), Tensors.vector("a"));
      writer.finish();
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertSame(reader.read("s"), Tensors.vector("a", "b", "c", "d"));
      assertSame(reader.read("s", TensorSlice.parse("2,1")), Tensors.vector("c"));
    }
  }

  @Test
  void missingAndOverlappingPartsAreRefused() {
    Path prefix = folder.resolve("holes");
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      writer.addSlice("hole", ShapeAndSlice.parse("4 0,2"), Tensors.vector(1, 2));
      writer.addSlice("twice", ShapeAndSlice.parse("4 0,2"), Tensors.vector(1, 2));
      writer.addSlice("twice", ShapeAndSlice.parse("4 1,2"), Tensors.vector(1, 2));
      writer.finish();
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertThat(reader.read("hole", TensorSlice.parse("1,1")).getInt(0)).isEqualTo(2);
      assertFails(() -> reader.read("hole"), ErrorCode.NOT_FOUND, "2 of the 4 elements");
      assertFails(() -> reader.read("twice"), ErrorCode.DATA_LOSS, "overlap");
    }
  }

  @Test
  void aCheckpointReplacesAnotherOfItsPrefix() {
    Path prefix = folder.resolve("same");
    for (int i = 0; i < 5; i++) {
      Checkpoints.save(prefix, SampleTensors.numbered(i));
      assertSame(Checkpoints.load(prefix), SampleTensors.numbered(i));
      assertThat(Checkpoints.files(prefix)).hasSizeLessThanOrEqualTo(3);
    }
    Checkpoints.delete(prefix);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void checkpointsOfSeveralDevicesAreMerged() {
    Path destination = folder.resolve("model");
    for (int round = 0; round < 3; round++) {
      Path first = folder.resolve("temp/part-0");
      Path second = folder.resolve("temp/part-1");
      try (CheckpointWriter a = CheckpointWriter.create(first);
          CheckpointWriter b = CheckpointWriter.create(second)) {
        a.add("a", Tensors.scalar(round));
        a.addSlice("v", ShapeAndSlice.parse("3 0,1"), Tensors.vector(1f));
        b.addSlice("v", ShapeAndSlice.parse("3 1,2"), Tensors.vector(2f, 3f));
        b.add("z", Tensors.scalar("end"));
        a.finish();
        b.finish();
      }
      Path missing = folder.resolve("temp/part-2");
      assertFails(
          () -> Checkpoints.merge(List.of(first, second, missing), destination, false),
          ErrorCode.NOT_FOUND,
          "there is no checkpoint");
      Checkpoints.merge(List.of(first, second, missing), destination, true);
      assertSame(
          Checkpoints.load(destination),
          Map.of(
              "a", Tensors.scalar(round),
              "v", Tensors.vector(1f, 2f, 3f),
              "z", Tensors.scalar("end")));
      assertThat(Checkpoints.exists(first)).isFalse();
    }
  }

  @Test
  void damageIsNamedWithBothChecksums() throws IOException {
    Path prefix = folder.resolve("damaged");
    Checkpoints.save(prefix, SampleTensors.numbered(1));
    Path data = folder.resolve("damaged.data-00000-of-00001");
    byte[] bytes = Files.readAllBytes(data);
    bytes[1000] ^= 4;
    Files.write(data, bytes);
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertThat(reader.read("step").getLong(0)).isEqualTo(1);
      assertThatThrownBy(() -> reader.read("weights"))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("tensor \"weights\"")
          .hasMessageContaining(data.toString())
          .hasMessageMatching("(?s).*stored [0-9a-f]{8} vs. calculated .* [0-9a-f]{8}");
      assertFails(() -> reader.verify("weights"), ErrorCode.DATA_LOSS, "Checksum does not match");
    }
    Files.write(data, java.util.Arrays.copyOf(bytes, 2000));
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertFails(() -> reader.read("weights"), ErrorCode.DATA_LOSS, "the file was cut off");
    }
    Files.delete(data);
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertFails(() -> reader.read("weights"), ErrorCode.NOT_FOUND, data.toString());
    }
  }

  @Test
  void whatIsNotThereIsSaid() {
    assertFails(
        () -> CheckpointReader.open(folder.resolve("none")),
        ErrorCode.NOT_FOUND,
        "there is no checkpoint");
    Path prefix = folder.resolve("some");
    Checkpoints.save(prefix, SampleTensors.numbered(1));
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertFails(() -> reader.read("x"), ErrorCode.NOT_FOUND, "Key x not found in checkpoint");
    }
  }

  @Test
  void nothingIsThereBeforeTheEnd() {
    Path prefix = folder.resolve("given-up");
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      writer.add("a", Tensors.scalar(1));
      assertThat(Checkpoints.exists(prefix)).isFalse();
    }
    assertThat(folder).isEmptyDirectory();
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      writer.add("a", Tensors.scalar(1));
      assertFails(
          () -> writer.add("a", Tensors.scalar(2)),
          ErrorCode.INVALID_ARGUMENT,
          "Adding duplicate key: a");
      assertFails(writer::finish, ErrorCode.FAILED_PRECONDITION, "given up");
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void anyFileSystemWillDo() throws IOException {
    try (FileSystem memory = Jimfs.newFileSystem(Configuration.unix())) {
      Path prefix = memory.getPath("/models/step-1");
      Checkpoints.save(prefix, SampleTensors.numbered(7));
      assertSame(Checkpoints.load(prefix), SampleTensors.numbered(7));
    }
  }

  static void assertFails(Runnable call, ErrorCode code, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(WeirException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  static void assertSame(Map<String, Tensor> actual, Map<String, Tensor> expected) {
    assertThat(actual.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
    expected.forEach(
        (name, tensor) -> {
          Tensor other = actual.get(name);
          assertThat(other).isNotNull();
          if (other != null) {
            assertSame(other, tensor);
          }
        });
  }

  static void assertSame(Tensor actual, Tensor expected) {
    assertThat(actual.dtype()).isEqualTo(expected.dtype());
    assertThat(actual.shape()).isEqualTo(expected.shape());
    if (expected.dtype() == DType.STRING) {
      assertThat(TensorDifference.first(expected, actual)).isEmpty();
    } else {
      assertThat(Buffer.mismatch(expected.buffer(), 0, actual.buffer(), 0, expected.byteSize()))
          .isEqualTo(-1);
    }
  }

  /** A slice of a small tensor, element by element. */
  private static Tensor cut(Tensor whole, String text) {
    Box box = Box.of(TensorSlice.parse(text), whole.shape());
    Tensor part = Tensor.allocate(whole.dtype(), box.shape());
    for (long i = 0; i < part.elements(); i++) {
      long rest = i;
      long position = 0;
      long stride = 1;
      for (int d = box.rank() - 1; d >= 0; d--) {
        position += (box.starts()[d] + rest % box.shape().size(d)) * stride;
        rest /= box.shape().size(d);
        stride *= whole.shape().size(d);
      }
      part.setLong(i, whole.getLong(position));
    }
    return part.freeze();
  }
}
