package dev.weir.checkpoint.table;

import dev.weir.error.WeirException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Writes a table. Entries are added in ascending order of their keys; not thread-safe. */
public final class TableWriter {
  private static final int BLOCK_BYTES = 1 << 18;
  private static final int DATA_INTERVAL = 16;
  private static final int INDEX_INTERVAL = 1;

  /** Where the bytes go, one piece after the other. */
  @FunctionalInterface
  public interface Sink {
    void write(ByteBuffer bytes) throws IOException;
  }

  private record Handle(long offset, long bytes) {
    byte[] encoded() {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Varints.write(out, offset);
      Varints.write(out, bytes);
      return out.toByteArray();
    }
  }

  private final Sink sink;
  private final BlockBuilder data = new BlockBuilder(DATA_INTERVAL);
  private final BlockBuilder index = new BlockBuilder(INDEX_INTERVAL);
  private byte @Nullable [] lastKey;
  // Of a block whose index entry waits for the first key of the next block.
  private @Nullable Handle pending;
  private long offset;

  /** Writes to a sink. */
  public TableWriter(Sink sink) {
    this.sink = sink;
  }

  /** Adds an entry; the key must be greater than all before. */
  public void add(byte[] key, byte[] value) throws IOException {
    byte[] before = lastKey;
    if (before != null && Arrays.compareUnsigned(before, key) >= 0) {
      throw WeirException.internal(
          "keys of a table must ascend: %s after %s",
          HexFormat.of().formatHex(key), HexFormat.of().formatHex(before));
    }
    if (pending != null && before != null) {
      index.add(separator(before, key), pending.encoded());
      pending = null;
    }
    data.add(key, value);
    lastKey = key;
    if (data.bytes() >= BLOCK_BYTES) {
      pending = write(data.take());
    }
  }

  /** Writes what is left and the end of the table. */
  public void finish() throws IOException {
    if (!data.isEmpty()) {
      pending = write(data.take());
    }
    Handle meta = write(new BlockBuilder(INDEX_INTERVAL).take());
    if (pending != null && lastKey != null) {
      index.add(successor(lastKey), pending.encoded());
    }
    Handle blocks = write(index.take());
    ByteBuffer footer = TableFormat.allocate(TableFormat.FOOTER_BYTES);
    footer.put(meta.encoded()).put(blocks.encoded());
    footer.putLong(TableFormat.FOOTER_BYTES - Long.BYTES, TableFormat.MAGIC);
    sink.write(footer.clear());
  }

  private Handle write(ByteBuffer block) throws IOException {
    Handle handle = new Handle(offset, block.remaining());
    ByteBuffer trailer = TableFormat.allocate(TableFormat.TRAILER_BYTES);
    trailer.put(TableFormat.PLAIN).putInt(TableFormat.checksum(block, TableFormat.PLAIN)).flip();
    offset += block.remaining() + trailer.remaining();
    sink.write(block);
    sink.write(trailer);
    return handle;
  }

  /** A short key that is at least {@code low} and less than {@code high}. */
  static byte[] separator(byte[] low, byte[] high) {
    int i = Arrays.mismatch(low, high);
    if (i < low.length && i < high.length) {
      int raised = (low[i] & 0xff) + 1;
      if (raised < (high[i] & 0xff)) {
        byte[] shorter = Arrays.copyOf(low, i + 1);
        shorter[i] = (byte) raised;
        return shorter;
      }
    }
    return low;
  }

  /** A short key that is at least {@code key}. */
  static byte[] successor(byte[] key) {
    for (int i = 0; i < key.length; i++) {
      if (key[i] != (byte) 0xff) {
        byte[] shorter = Arrays.copyOf(key, i + 1);
        shorter[i]++;
        return shorter;
      }
    }
    return key;
  }
}
