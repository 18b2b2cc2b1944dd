package dev.weir.fuzz.parse;

import dev.weir.records.Crc32c;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes the checksums of mutated files right, so that what is behind them is reached. */
final class Checksums {
  private Checksums() {}

  /** Those of a file of records, as far as lengths lead. */
  static void repairRecords(byte[] bytes) {
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (at + 12 <= bytes.length) {
      file.putInt(at + 8, masked(bytes, at, 8));
      long length = file.getLong(at);
      if (length < 0 || at + 16L + length > bytes.length) {
        return;
      }
      int end = at + 12 + (int) length;
      file.putInt(end, masked(bytes, at + 12, (int) length));
      at = end + 4;
    }
  }

  /** A record with right checksums. */
  static byte[] record(byte[] content) {
    byte[] bytes = new byte[content.length + 16];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(content.length);
    System.arraycopy(content, 0, bytes, 12, content.length);
    repairRecords(bytes);
    return bytes;
  }

  /** The masked checksum of some bytes. */
  static int masked(byte[] bytes, int offset, int length) {
    return Crc32c.mask(Crc32c.of(ByteBuffer.wrap(bytes, offset, length).slice()));
  }
}
