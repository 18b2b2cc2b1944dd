package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/**
 * Chooses between elements of 1, 2 or 16 bytes one by one, without a branch that random truth
 * values would make the processor mispredict. A template, made for one width.
 */
final class SelectLoopTemplate implements SelectLoop.OfWidth {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private static final int SHIFT = Specialized.operation(MethodHandles.lookup(), Integer.class);

  /** Long loops run in parts, so that the inner index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  @Override
  public void run(
      long conditions, SelectLoop.Operand x, SelectLoop.Operand y, long out, long count) {
    for (long done = 0; done < count; done += CHUNK) {
      long offset = done << SHIFT;
      int part = (int) Math.min(CHUNK, count - done);
      if (x.isOfAll() && y.isOfAll()) {
        pairs(conditions + done, x.at(offset), y.at(offset), out + offset, part);
      } else {
        mixed(conditions + done, x.from(offset), y.from(offset), out + offset, part);
      }
    }
  }

  private static void pairs(long conditions, long x, long y, long out, int count) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << SHIFT;
      choose(conditions + i, x + at, y + at, out + at);
    }
  }

  private static void mixed(
      long conditions, SelectLoop.Operand x, SelectLoop.Operand y, long out, int count) {
    for (int i = 0; i < count; i++) {
      long at = (long) i << SHIFT;
      choose(conditions + i, x.at(at), y.at(at), out + at);
    }
  }

  private static void choose(long condition, long x, long y, long out) {
    int mask = -ALL.get(BYTE, condition); // truth values are 0 or 1
    if (SHIFT == 0) {
      byte right = ALL.get(BYTE, y);
      ALL.set(BYTE, out, (byte) (right ^ ((right ^ ALL.get(BYTE, x)) & mask)));
    } else if (SHIFT == 1) {
      short right = ALL.get(SHORT, y);
      ALL.set(SHORT, out, (short) (right ^ ((right ^ ALL.get(SHORT, x)) & mask)));
    } else {
      long low = chosen(mask, x, y);
      long high = chosen(mask, x + Long.BYTES, y + Long.BYTES);
      ALL.set(LONG, out, low);
      ALL.set(LONG, out + Long.BYTES, high);
    }
  }

  private static long chosen(int mask, long x, long y) {
    long right = ALL.get(LONG, y);
    return right ^ ((right ^ ALL.get(LONG, x)) & mask);
  }
}
