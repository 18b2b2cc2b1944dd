package dev.weir.fuzz.parse;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.CheckpointWriter;
import dev.weir.checkpoint.table.TableReader;
import dev.weir.checkpoint.table.TableWriter;
import dev.weir.schema.BundleEntryProto;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a checkpoint's index says, and its data file. The input is a list of entries (bytes of the
 * key's length, key, two bytes of the value's length, value), ended by a key of length 255, and
 * then the data file. The table around the entries is always well formed, and entries get the
 * checksums of their bytes, so that strings and slices are reached.
 */
final class CheckpointEntryTarget implements ParserTarget {
  private static final int END = 255;

  private final Path prefix;
  private final byte[] seed;

  CheckpointEntryTarget(Path folder) throws IOException {
    this.prefix = folder.resolve("entries");
    this.seed = seed();
  }

  private Path file(String suffix) {
    return prefix.resolveSibling(prefix.getFileName() + suffix);
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(seed);
  }

  private byte[] seed() throws IOException {
    try (CheckpointWriter writer = CheckpointWriter.create(prefix)) {
      writer.add("bias", Tensors.vector(1f, 2f));
      writer.add("names", Tensors.vector("a", "bc"));
      writer.add("step", Tensors.scalar(7L));
      writer.finish();
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (SeekableByteChannel channel = Files.newByteChannel(file(".index"))) {
      TableReader.read(
          channel,
          (key, value) -> {
            out.write(key.length);
            out.writeBytes(key);
            out.write(value.remaining() >> 8);
            out.write(value.remaining());
            byte[] bytes = new byte[value.remaining()];
            value.get(bytes);
            out.writeBytes(bytes);
          });
    }
    out.write(END);
    out.writeBytes(Files.readAllBytes(file(".data-00000-of-00001")));
    return out.toByteArray();
  }

  @Override
  public void parse(byte[] input) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(input);
    Map<byte[], byte[]> entries = new TreeMap<>(Arrays::compareUnsigned);
    while (in.hasRemaining()) {
      int keyLength = in.get() & 0xff;
      if (keyLength == END) {
        break;
      }
      byte[] key = take(in, keyLength);
      int valueLength = in.remaining() < 2 ? 0 : in.getShort() & 0xffff;
      entries.put(key, take(in, valueLength));
    }
    byte[] data = take(in, in.remaining());
    Files.write(file(".data-00000-of-00001"), data);
    try (WritableByteChannel index = Channels.newChannel(Files.newOutputStream(file(".index")))) {
      TableWriter table = new TableWriter(index::write);
      for (Map.Entry<byte[], byte[]> entry : entries.entrySet()) {
        byte[] value = entry.getValue();
        table.add(entry.getKey(), entry.getKey().length == 0 ? value : sealed(value, data));
      }
      table.finish();
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      for (String name : reader.names()) {
        readOne(reader, name);
      }
    }
  }

  /** Each tensor for itself: one that is refused does not hide the others. */
  private static void readOne(CheckpointReader reader, String name) {
    try {
      Tensor unused = reader.read(name);
    } catch (dev.weir.error.WeirException e) {
      if (e.code() == dev.weir.error.ErrorCode.INTERNAL) {
        throw e;
      }
    }
  }

  private static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[Math.min(length, in.remaining())];
    in.get(bytes);
    return bytes;
  }

  private static byte[] sealed(byte[] value, byte[] data) {
    try {
      BundleEntryProto entry = BundleEntryProto.parseFrom(value);
      long offset = entry.getOffset();
      long size = entry.getSize();
      if (offset < 0 || size < 0 || offset > data.length || size > data.length - offset) {
        return value;
      }
      int checksum = Checksums.masked(data, (int) offset, (int) size);
      return entry.toBuilder().setCrc32C(checksum).build().toByteArray();
    } catch (InvalidProtocolBufferException e) {
      return value;
    }
  }
}
