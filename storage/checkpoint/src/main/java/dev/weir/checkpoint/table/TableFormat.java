package dev.weir.checkpoint.table;

import dev.weir.records.Crc32c;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers that writer and reader of a table agree on. */
final class TableFormat {
  static final long MAGIC = 0xdb4775248b80fb57L;

  /** Two handles of at most 20 bytes, then the magic number. */
  static final int FOOTER_BYTES = 48;

  /** The kind of a block and its checksum. */
  static final int TRAILER_BYTES = 5;

  static final byte PLAIN = 0;
  static final byte SNAPPY = 1;

  private TableFormat() {}

  /** The stored checksum of a block: of its bytes and its kind. */
  static int checksum(ByteBuffer block, byte kind) {
    int crc = Crc32c.of(block.duplicate());
    int crcOfKind = Crc32c.of(new byte[] {kind});
    return Crc32c.mask(Crc32c.combine(crc, crcOfKind, Crc32c.shiftBy(1)));
  }

  static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
