package dev.weir.checkpoint.table;

import dev.weir.error.WeirException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Numbers in as few groups of seven bits as they need, the lowest first. */
public final class Varints {
  private static final int MOST_BYTES = 10;

  private Varints() {}

  /** Appends a number, taken as unsigned. */
  public static void write(ByteArrayOutputStream out, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** Reads a number from a buffer. */
  public static long read(ByteBuffer in) {
    long value = 0;
    for (int i = 0; i < MOST_BYTES; i++) {
      if (!in.hasRemaining()) {
        throw WeirException.dataLoss("it ends within a number");
      }
      byte next = in.get();
      value |= (long) (next & 0x7f) << (7 * i);
      if (next >= 0) {
        return value;
      }
    }
    throw WeirException.dataLoss("a number takes more than %d bytes", MOST_BYTES);
  }

  /** Reads a number that counts bytes of the same buffer. */
  static int readCount(ByteBuffer in) {
    long count = read(in);
    if (count < 0 || count > in.limit()) {
      throw WeirException.dataLoss(
          "a length of %s in a block of %d bytes", Long.toUnsignedString(count), in.limit());
    }
    return (int) count;
  }
}
