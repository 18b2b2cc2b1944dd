package dev.weir.checkpoint;

import dev.weir.checkpoint.table.Varints;
import dev.weir.records.Crc32c;
import dev.weir.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Writes the strings of a tensor: all lengths, a checksum of these, then all bytes. The checksums
 * take lengths as four bytes each, not as they are written.
 */
final class StringOutput {
  private static final int FLUSH_BYTES = 1 << 16;

  private final Disk.OutputFile file;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final CRC32C checksum = new CRC32C();
  private long position;

  StringOutput(Disk.OutputFile file, long position) {
    this.file = file;
    this.position = position;
  }

  /** Writes the strings; returns the checksum of all, not masked. */
  int write(Tensor tensor) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long i = 0; i < tensor.elements(); i++) {
      int bytes = tensor.getBytes(i).length;
      Varints.write(pending, bytes);
      checksum.update(length.clear().putInt(bytes).flip());
      flushIfLarge();
    }
    byte[] ofLengths = length.clear().putInt(Crc32c.mask((int) checksum.getValue())).array();
    pending.writeBytes(ofLengths);
    checksum.update(ofLengths);
    for (long i = 0; i < tensor.elements(); i++) {
      byte[] bytes = tensor.getBytes(i);
      checksum.update(bytes);
      if (bytes.length < FLUSH_BYTES) {
        pending.writeBytes(bytes);
        flushIfLarge();
      } else {
        flush();
        put(bytes);
      }
    }
    flush();
    return (int) checksum.getValue();
  }

  /** Where the next byte would go. */
  long position() {
    return position;
  }

  private void flushIfLarge() throws IOException {
    if (pending.size() >= FLUSH_BYTES) {
      flush();
    }
  }

  private void flush() throws IOException {
    put(pending.toByteArray());
    pending.reset();
  }

  private void put(byte[] bytes) throws IOException {
    file.write(ByteBuffer.wrap(bytes), position);
    position += bytes.length;
  }
}
