package dev.weir.tensor.memory;

/**
 * The sizes blocks come in. Rounding up to few sizes lets a step that runs again find exactly what
 * it gave back: multiples of 64 bytes up to 512, eight sizes per power of two up to 1 MiB (at most
 * an eighth is wasted), thirty-two above (at most a thirty-second).
 */
final class SizeClass {
  /** What every block and every piece of a slab is aligned to. */
  static final long ALIGNMENT = 64;

  /** How many sizes there are. */
  static final int COUNT = 960;

  /** The largest size: more than any machine has. */
  static final long LARGEST = 1L << 47;

  private static final long FINE = 1L << 20;
  private static final int TINY_CLASSES = 8;
  private static final int MEDIUM_CLASSES = 11 * 8;

  private SizeClass() {}

  /** The smallest size that holds this many bytes, at least 1 and at most {@link #LARGEST}. */
  static long roundUp(long bytes) {
    int log = 63 - Long.numberOfLeadingZeros(bytes);
    long step = Math.max(ALIGNMENT, 1L << Math.max(0, log - (bytes < FINE ? 3 : 5)));
    return (bytes + step - 1) / step * step;
  }

  /** The position of a size among all sizes. */
  static int index(long size) {
    if (size <= TINY_CLASSES * ALIGNMENT) {
      return (int) (size / ALIGNMENT) - 1;
    }
    int log = 63 - Long.numberOfLeadingZeros(size - 1);
    if (size <= FINE) {
      return TINY_CLASSES + (log - 9) * 8 + (int) ((size - 1) >> (log - 3)) - 8;
    }
    return TINY_CLASSES + MEDIUM_CLASSES + (log - 20) * 32 + (int) ((size - 1) >> (log - 5)) - 32;
  }
}
