package dev.weir.checkpoint.table;

import dev.weir.error.WeirException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Unpacks raw Snappy blocks, which older writers of tables used. */
final class Snappy {
  /** No element of a block gives more than 64 bytes, or takes fewer than 2 for that. */
  private static final int MOST_EXPANSION = 32;

  private Snappy() {}

  static ByteBuffer unpack(ByteBuffer packed) {
    ByteBuffer in = packed.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    long bytes = Varints.read(in);
    if (bytes < 0 || bytes > (long) MOST_EXPANSION * packed.remaining()) {
      throw WeirException.dataLoss(
          "a packed block of %d bytes cannot hold %s",
          packed.remaining(), Long.toUnsignedString(bytes));
    }
    ByteBuffer out = TableFormat.allocate(Math.toIntExact(bytes));
    while (in.hasRemaining()) {
      int tag = in.get() & 0xff;
      switch (tag & 3) {
        case 0 -> literal(in, tag >>> 2, out);
        case 1 -> copy(out, 4 + (tag >>> 2 & 7), (tag >>> 5) << 8 | unsigned(in, 1));
        case 2 -> copy(out, 1 + (tag >>> 2), unsigned(in, 2));
        default -> copy(out, 1 + (tag >>> 2), unsigned(in, 4));
      }
    }
    if (out.hasRemaining()) {
      throw WeirException.dataLoss(
          "a packed block gives %d bytes where it promises %d", out.position(), bytes);
    }
    return out.flip();
  }

  private static void literal(ByteBuffer in, int coded, ByteBuffer out) {
    int length = coded < 60 ? coded + 1 : unsigned(in, coded - 59) + 1;
    if (length <= 0 || length > in.remaining() || length > out.remaining()) {
      throw WeirException.dataLoss("a packed block has a piece of %d bytes too many", length);
    }
    out.put(in.slice(in.position(), length));
    in.position(in.position() + length);
  }

  private static void copy(ByteBuffer out, int length, int back) {
    if (back <= 0 || back > out.position() || length > out.remaining()) {
      throw WeirException.dataLoss(
          "a packed block repeats %d bytes from %d back at %d of %d",
          length, back, out.position(), out.limit());
    }
    // one by one: the pieces may overlap, and then what was just written is repeated
    for (int i = 0; i < length; i++) {
      out.put(out.get(out.position() - back));
    }
  }

  private static int unsigned(ByteBuffer in, int bytes) {
    if (in.remaining() < bytes) {
      throw WeirException.dataLoss("a packed block ends within an element");
    }
    int value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (in.get() & 0xff) << (8 * i);
    }
    return value;
  }
}
