package dev.weir.fuzz.parse;

import dev.weir.records.Compression;
import dev.weir.records.RecordReader;
import dev.weir.records.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * TFRecord files. The first byte is the compression, and whether checksums are made right before
 * the file is read: a mutation seldom gets past them.
 */
final class RecordTarget implements ParserTarget {
  private final Path file;

  RecordTarget(Path folder) {
    this.file = folder.resolve("fuzzed.tfrecord");
  }

  @Override
  public List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    for (Compression compression : Compression.values()) {
      try (RecordWriter writer = RecordWriter.create(file, compression)) {
        writer.write(new byte[0]);
        writer.write("a record".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        writer.write(new byte[300]);
      }
      byte[] bytes = Files.readAllBytes(file);
      byte[] input = new byte[bytes.length + 1];
      input[0] = (byte) compression.ordinal();
      System.arraycopy(bytes, 0, input, 1, bytes.length);
      seeds.add(input);
      byte[] repaired = input.clone();
      repaired[0] |= 0x40;
      seeds.add(repaired);
    }
    return seeds;
  }

  @Override
  public void parse(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    Compression[] all = Compression.values();
    Compression compression = all[(input[0] & 0x3f) % all.length];
    byte[] bytes = java.util.Arrays.copyOfRange(input, 1, input.length);
    if ((input[0] & 0x40) != 0 && compression == Compression.NONE) {
      Checksums.repairRecords(bytes);
    }
    Files.write(file, bytes);
    try (RecordReader reader = RecordReader.open(file, compression)) {
      byte[] record = reader.next();
      while (record != null) {
        record = reader.next();
      }
    }
  }
}
