package dev.weir.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TestRecords {
  @TempDir Path folder;

  private static List<byte[]> read(Path file, Compression compression) {
    List<byte[]> records = new ArrayList<>();
    try (RecordReader reader = RecordReader.open(file, compression)) {
      for (byte[] record = reader.next(); record != null; record = reader.next()) {
        records.add(record);
      }
    }
    return records;
  }

  @Test
  void framesAreTensorFlows() throws IOException {
    Path file = folder.resolve("hello");
    try (RecordWriter writer = RecordWriter.create(file)) {
      writer.write("hello".getBytes(StandardCharsets.UTF_8));
      writer.write(new byte[0]);
    }
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(file)))
        .isEqualTo(
            "0500000000000000eab2043e68656c6c6fbb1f1c19" + "000000000000000029039807d8ea82a2");
  }

  @ParameterizedTest
  @EnumSource
  void recordsComeBack(Compression compression) {
    Path file = folder.resolve("records");
    List<byte[]> written = new ArrayList<>();
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      byte[] record = new byte[i % 50 == 0 ? 300_000 : random.nextInt(100)];
      random.nextBytes(record);
      written.add(record);
    }
    try (RecordWriter writer = RecordWriter.create(file, compression)) {
      written.forEach(writer::write);
    }
    List<byte[]> back = read(file, compression);
    assertThat(back).hasSameSizeAs(written);
    for (int i = 0; i < back.size(); i++) {
      assertThat(back.get(i)).isEqualTo(written.get(i));
    }
  }

  @Test
  void damageAndTruncationAreFound() throws IOException {
    Path file = folder.resolve("damaged");
    try (RecordWriter writer = RecordWriter.create(file)) {
      for (int i = 0; i < 5; i++) {
        writer.write(new byte[] {1, 2, 3, 4});
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 8;
      Files.write(file, damaged);
      assertRefused(file, "corrupted record at " + i / 20 * 20);
    }
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      if (length % 20 == 0) {
        assertThat(read(file, Compression.NONE)).hasSize(length / 20);
      } else {
        assertRefused(file, "truncated record at " + length / 20 * 20);
      }
    }
  }

  @Test
  void aHugeLengthCostsNothing() throws IOException {
    Path file = folder.resolve("huge");
    byte[] length = HexFormat.of().parseHex("ffffff7f00000000");
    int checksum = Integer.reverseBytes(Crc32c.mask(Crc32c.of(length)));
    Files.write(
        file,
        HexFormat.of().parseHex("ffffff7f00000000" + HexFormat.of().toHexDigits(checksum) + "00"));
    assertRefused(file, "corrupted record at 0");
    byte[] smaller = HexFormat.of().parseHex("f0ffff7f00000000");
    checksum = Integer.reverseBytes(Crc32c.mask(Crc32c.of(smaller)));
    Files.write(
        file,
        HexFormat.of().parseHex("f0ffff7f00000000" + HexFormat.of().toHexDigits(checksum) + "00"));
    assertRefused(file, "truncated record at 0");
  }

  @Test
  void whatIsNotPackedIsNotUnpacked() throws IOException {
    Path file = folder.resolve("plain");
    Files.writeString(file, "not packed at all");
    assertThatThrownBy(() -> read(file, Compression.GZIP)).hasMessageContaining("GZIP");
    assertThatThrownBy(() -> read(file, Compression.ZLIB)).isInstanceOf(WeirException.class);
  }

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> read(file, Compression.NONE))
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_LOSS))
        .hasMessageContaining(message);
  }
}
