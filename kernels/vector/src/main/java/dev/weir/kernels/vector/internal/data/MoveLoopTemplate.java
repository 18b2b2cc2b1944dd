package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** The template of {@link MoveLoop}, made for one width of elements. */
final class MoveLoopTemplate implements MoveLoop {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final int SHIFT = Specialized.operation(MethodHandles.lookup(), Integer.class);
  private static final int SIZE = 1 << SHIFT;

  /** Elements after which the inner loop restarts, so that its index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  /** Rows of the source that are read along when turned: so many sources are near at a time. */
  private static final int ROWS = 8;

  private static void move(long from, long to) {
    switch (SHIFT) {
      case 0 -> ALL.set(BYTE, to, ALL.get(BYTE, from));
      case 1 -> ALL.set(SHORT, to, ALL.get(SHORT, from));
      case 2 -> ALL.set(INT, to, ALL.get(INT, from));
      case 3 -> ALL.set(LONG, to, ALL.get(LONG, from));
      default -> {
        long low = ALL.get(LONG, from);
        long high = ALL.get(LONG, from + Long.BYTES);
        ALL.set(LONG, to, low);
        ALL.set(LONG, to + Long.BYTES, high);
      }
    }
  }

  private static void clear(long to) {
    switch (SHIFT) {
      case 0 -> ALL.set(BYTE, to, (byte) 0);
      case 1 -> ALL.set(SHORT, to, (short) 0);
      case 2 -> ALL.set(INT, to, 0);
      case 3 -> ALL.set(LONG, to, 0);
      default -> {
        ALL.set(LONG, to, 0);
        ALL.set(LONG, to + Long.BYTES, 0);
      }
    }
  }

  @Override
  public void copy(Lines from, Lines to, long lines, long count) {
    for (long line = 0; line < lines; line++) {
      long in = from.at() + line * from.line();
      long out = to.at() + line * to.line();
      for (long done = 0; done < count; done += CHUNK) {
        int part = (int) Math.min(CHUNK, count - done);
        line(in + done * from.step(), from.step(), out + done * to.step(), to.step(), part);
      }
    }
  }

  /** One of the two sides has neighbors more often than not. */
  private static void line(long in, long inStep, long out, long outStep, int count) {
    if (outStep == SIZE) {
      collect(in, inStep, out, count);
    } else if (inStep == SIZE) {
      spread(in, out, outStep, count);
    } else {
      for (int i = 0; i < count; i++) {
        move(in + i * inStep, out + i * outStep);
      }
    }
  }

  private static void collect(long in, long inStep, long out, int count) {
    for (int i = 0; i < count; i++) {
      move(in + i * inStep, out + (long) i * SIZE);
    }
  }

  private static void spread(long in, long out, long outStep, int count) {
    for (int i = 0; i < count; i++) {
      move(in + (long) i * SIZE, out + i * outStep);
    }
  }

  @Override
  public void turn(long in, long inStep, long out, long outStep, long rows, int columns) {
    long row = 0;
    for (; row + ROWS <= rows; row += ROWS) {
      eightRows(in + row * inStep, inStep, out + row * SIZE, outStep, columns);
    }
    for (; row < rows; row++) {
      spread(in + row * inStep, out + row * SIZE, outStep, columns);
    }
  }

  private static void eightRows(long row0, long step, long out, long outStep, int columns) {
    long row4 = row0 + 4 * step;
    for (int c = 0; c < columns; c++) {
      long at = (long) c * SIZE;
      long to = out + c * outStep;
      move(row0 + at, to);
      move(row0 + step + at, to + SIZE);
      move(row0 + 2 * step + at, to + 2L * SIZE);
      move(row0 + 3 * step + at, to + 3L * SIZE);
      move(row4 + at, to + 4L * SIZE);
      move(row4 + step + at, to + 5L * SIZE);
      move(row4 + 2 * step + at, to + 6L * SIZE);
      move(row4 + 3 * step + at, to + 7L * SIZE);
    }
  }

  @Override
  public void gather(long in, long[] offsets, int count, long out) {
    for (int i = 0; i < count; i++) {
      long to = out + (long) i * SIZE;
      if (offsets[i] >= 0) {
        move(in + offsets[i], to);
      } else {
        clear(to);
      }
    }
  }

  @Override
  public void scatter(long in, long[] offsets, int count, long out, long first, long end) {
    for (int i = 0; i < count; i++) {
      long offset = offsets[i];
      if (offset >= first && offset < end) {
        move(in + (long) i * SIZE, out + offset);
      }
    }
  }
}
