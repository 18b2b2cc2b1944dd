package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.records.Crc32c;
import dev.weir.tensor.Tensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Reads what {@link StringOutput} writes. Allocates no more than the entry has bytes. */
final class StringInput {
  private static final int BUFFER_BYTES = 1 << 16;

  private final String name;
  private final BundleEntry entry;
  private final DataFile file;
  private final ByteBuffer buffer =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private final CRC32C checksum = new CRC32C();
  private long consumed;

  StringInput(String name, BundleEntry entry, DataFile file) {
    this.name = name;
    this.entry = entry;
    this.file = file;
  }

  /** Reads the strings; returns the checksum of all, not masked. */
  int read(Tensor target) throws IOException {
    int[] lengths = readLengths(Math.toIntExact(target.elements()));
    for (int i = 0; i < lengths.length; i++) {
      byte[] bytes = new byte[lengths[i]];
      fill(bytes);
      checksum.update(bytes);
      target.setBytes(i, bytes);
    }
    return (int) checksum.getValue();
  }

  private int[] readLengths(int count) throws IOException {
    int[] lengths = new int[count];
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    long sum = 0;
    for (int i = 0; i < count; i++) {
      long bytes = readVarint();
      if (bytes < 0 || bytes > entry.size() - sum || bytes > Integer.MAX_VALUE - 8) {
        throw damaged("string %d would have %s bytes", i, Long.toUnsignedString(bytes));
      }
      sum += bytes;
      lengths[i] = (int) bytes;
      checksum.update(length.clear().putInt((int) bytes).flip());
    }
    byte[] stored = new byte[Integer.BYTES];
    fill(stored);
    int expected = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN).getInt();
    int actual = Crc32c.mask((int) checksum.getValue());
    if (actual != expected) {
      throw damaged(
          "Checksum does not match: its lengths have %08x, stored %08x", actual, expected);
    }
    checksum.update(stored);
    if (consumed + sum != entry.size()) {
      throw damaged("its strings take %d bytes, %d are there", sum, entry.size() - consumed);
    }
    return lengths;
  }

  private long readVarint() throws IOException {
    long value = 0;
    byte[] next = new byte[1];
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      fill(next);
      value |= (long) (next[0] & 0x7f) << shift;
      if (next[0] >= 0) {
        return value;
      }
    }
    throw damaged("a length does not end");
  }

  private void fill(byte[] target) throws IOException {
    if (target.length > entry.size() - consumed) {
      throw damaged("it ends too early");
    }
    int done = Math.min(buffer.remaining(), target.length);
    buffer.get(target, 0, done);
    consumed += done;
    if (target.length - done >= BUFFER_BYTES) {
      file.read(ByteBuffer.wrap(target, done, target.length - done), entry.offset() + consumed);
      consumed += target.length - done;
    } else if (done < target.length) {
      buffer.clear().limit((int) Math.min(BUFFER_BYTES, entry.size() - consumed));
      file.read(buffer, entry.offset() + consumed);
      buffer.flip().get(target, done, target.length - done);
      consumed += target.length - done;
    }
  }

  private WeirException damaged(String format, Object... values) {
    return WeirException.dataLoss(
        "tensor \"%s\" in %s, %d bytes at %d, is damaged: %s",
        name,
        file.path(),
        entry.size(),
        entry.offset(),
        String.format(Locale.ROOT, format, values));
  }
}
