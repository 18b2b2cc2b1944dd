package dev.weir.kernels.vector.internal.pool;

import dev.weir.kernels.vector.internal.support.MemoryElement;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.DType;
import java.lang.invoke.MethodHandles;

/** The template behind {@link WindowLoops}. */
final class WindowLoopsTemplate implements WindowLoops {
  private static final MemoryElement ELEMENT =
      Specialized.operation(MethodHandles.lookup(), MemoryElement.class);

  private static final int SHIFT = ELEMENT.shift();
  private static final boolean IS_REAL = ELEMENT.dtype().isFloating();

  /** With it, signed numbers have the order of unsigned ones. */
  private static final long FLIP = ELEMENT.dtype() == DType.UINT64 ? Long.MIN_VALUE : 0;

  private static long at(long start, int channel) {
    return start + ((long) channel << SHIFT);
  }

  @Override
  public void find(
      long in, long[] window, int count, boolean prefersNumbers, int channels, Maxima to) {
    for (int i = 0; i < count; i++) {
      long start = in + (window[i] << SHIFT);
      if (IS_REAL) {
        findReals(start, window[i], i == 0, prefersNumbers, channels, to.reals, to.elements);
      } else {
        findWholes(start, window[i], i == 0, channels, to.wholes, to.elements);
      }
    }
  }

  private static void findReals(
      long start,
      long element,
      boolean isFirst,
      boolean prefersNumbers,
      int channels,
      double[] largest,
      long[] elements) {
    for (int c = 0; c < channels; c++) {
      double x = ELEMENT.real(at(start, c));
      if (isFirst || x > largest[c] || (prefersNumbers && Double.isNaN(largest[c]))) {
        largest[c] = x;
        elements[c] = element + c;
      }
    }
  }

  private static void findWholes(
      long start, long element, boolean isFirst, int channels, long[] largest, long[] elements) {
    for (int c = 0; c < channels; c++) {
      long x = ELEMENT.whole(at(start, c)) ^ FLIP;
      if (isFirst || x > largest[c]) {
        largest[c] = x;
        elements[c] = element + c;
      }
    }
  }

  @Override
  public void store(Maxima found, int channels, long out) {
    for (int c = 0; c < channels; c++) {
      if (IS_REAL) {
        ELEMENT.setReal(at(out, c), found.reals[c]);
      } else {
        ELEMENT.setWhole(at(out, c), found.wholes[c] ^ FLIP);
      }
    }
  }

  @Override
  public void add(long gradient, Maxima found, int channels, long out) {
    for (int c = 0; c < channels; c++) {
      add(at(gradient, c), out + (found.elements[c] << SHIFT));
    }
  }

  @Override
  public void add(long from, long to) {
    if (IS_REAL) {
      ELEMENT.setReal(to, ELEMENT.real(to) + ELEMENT.real(from));
    } else {
      ELEMENT.setWhole(to, ELEMENT.whole(to) + ELEMENT.whole(from));
    }
  }

  @Override
  public void copy(long from, long to) {
    if (IS_REAL) {
      ELEMENT.setReal(to, ELEMENT.real(from));
    } else {
      ELEMENT.setWhole(to, ELEMENT.whole(from));
    }
  }

  @Override
  public void pick(
      long in, long[] window, int count, long largest, long gradient, int channels, long out) {
    for (int c = 0; c < channels; c++) {
      ELEMENT.setReal(at(out, c), 0);
      for (int i = 0; i < count; i++) {
        long offset = window[i] + c << SHIFT;
        if (areEqual(in + offset, at(largest, c))) {
          copy(gradient + offset, at(out, c));
          break;
        }
      }
    }
  }

  private static boolean areEqual(long x, long y) {
    return IS_REAL ? ELEMENT.real(x) == ELEMENT.real(y) : ELEMENT.whole(x) == ELEMENT.whole(y);
  }
}
