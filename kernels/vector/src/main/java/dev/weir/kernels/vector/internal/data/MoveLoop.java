package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * Loops over elements of 1, 2, 4, 8 or 16 bytes, whatever their type. Addresses and steps are in
 * bytes.
 */
interface MoveLoop {
  /** Columns that are turned at a time. */
  int COLUMNS = 32;

  /** Copies {@code lines} lines of {@code count} elements each. */
  void copy(Lines from, Lines to, long lines, long count);

  /**
   * Turns rows of neighbors in the source, {@code inStep} apart, into columns of neighbors in the
   * target, {@code outStep} apart.
   *
   * @param columns at most {@link #COLUMNS}
   */
  void turn(long in, long inStep, long out, long outStep, long rows, int columns);

  /** Copies elements at offsets from {@code in} to neighboring places; zeros for those below 0. */
  void gather(long in, long[] offsets, int count, long out);

  /**
   * Copies neighboring elements to offsets from {@code out}, those in {@code [first, end)} only.
   */
  void scatter(long in, long[] offsets, int count, long out, long first, long end);

  /**
   * Elements on parallel lines.
   *
   * @param at where the first line begins
   * @param line from the beginning of one line to that of the next
   * @param step from one element of a line to the next
   */
  record Lines(long at, long line, long step) {}

  /** The loops for elements of {@code 1 << shift} bytes. */
  static MoveLoop of(int shift) {
    return Loops.ALL[shift];
  }

  /** Made when first asked for. */
  final class Loops {
    private static final MoveLoop[] ALL = new MoveLoop[5];

    private Loops() {}

    static {
      for (int shift = 0; shift < ALL.length; shift++) {
        ALL[shift] =
            Specialized.copy(MethodHandles.lookup(), MoveLoopTemplate.class, MoveLoop.class, shift);
      }
    }
  }
}
