package dev.weir.fuzz.parse;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.CheckpointWriter;
import dev.weir.checkpoint.table.TableReader;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The index of a checkpoint, a table in LevelDB's format. The first byte says whether the checksums
 * of blocks are made right before it is read.
 */
final class CheckpointIndexTarget implements ParserTarget {
  private static final int FOOTER = 48;
  private static final int TRAILER = 5;

  private final Path prefix;
  private final byte[] index;

  CheckpointIndexTarget(Path folder) throws IOException {
    this.prefix = folder.resolve("fuzzed");
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      writer.add("bias", Tensors.vector(1f, 2f));
      writer.add("names", Tensors.vector("a", "bc"));
      writer.add("step", Tensors.scalar(7L));
      writer.finish();
    }
    this.index = Files.readAllBytes(index());
  }

  private Path index() {
    return prefix.resolveSibling(prefix.getFileName() + ".index");
  }

  @Override
  public List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    for (byte form = 0; form < 2; form++) {
      byte[] input = new byte[index.length + 1];
      input[0] = form;
      System.arraycopy(index, 0, input, 1, index.length);
      seeds.add(input);
    }
    return seeds;
  }

  @Override
  public void parse(byte[] input) throws IOException {
    if (input.length == 0) {
      return;
    }
    byte[] bytes = java.util.Arrays.copyOfRange(input, 1, input.length);
    if ((input[0] & 1) != 0) {
      repair(bytes);
    }
    Files.write(index(), bytes);
    try (SeekableByteChannel channel = Files.newByteChannel(index())) {
      TableReader.read(channel, (key, value) -> {});
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      for (String name : reader.names()) {
        Tensor unused = reader.read(name);
      }
    }
  }

  /** Makes the checksums right of the blocks that the footer names, and of the first one. */
  private static void repair(byte[] bytes) {
    if (bytes.length < FOOTER) {
      return;
    }
    ByteBuffer footer = ByteBuffer.wrap(bytes, bytes.length - FOOTER, FOOTER);
    long meta = varint(footer);
    long metaBytes = varint(footer);
    long blocks = varint(footer);
    long blocksBytes = varint(footer);
    seal(bytes, 0, meta - TRAILER);
    seal(bytes, meta, metaBytes);
    seal(bytes, blocks, blocksBytes);
  }

  private static void seal(byte[] bytes, long offset, long length) {
    if (offset < 0
        || length < 0
        || offset > bytes.length
        || length > bytes.length - TRAILER - offset) {
      return;
    }
    int end = (int) (offset + length);
    int checksum = Checksums.masked(bytes, (int) offset, (int) length + 1);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(end + 1, checksum);
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 64 && in.hasRemaining(); shift += 7) {
      byte next = in.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        break;
      }
    }
    return value;
  }
}
