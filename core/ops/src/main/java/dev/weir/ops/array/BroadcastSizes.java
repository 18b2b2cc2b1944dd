package dev.weir.ops.array;

import dev.weir.error.WeirException;
import java.util.Arrays;

/**
 * Broadcasting of shapes that are values. A negative size is a number like any other: it fits
 * itself and 1, and says nothing of being unknown.
 */
final class BroadcastSizes {
  private BroadcastSizes() {}

  /** The sizes that two lists of sizes broadcast to. */
  static long[] of(long[] a, long[] b) {
    long[] both = new long[Math.max(a.length, b.length)];
    for (int d = 0; d < both.length; d++) {
      long x = at(a, d, both.length);
      long y = at(b, d, both.length);
      if (x != y && x != 1 && y != 1) {
        throw WeirException.invalidArgument(
            "Incompatible shapes: %s vs. %s", Arrays.toString(a), Arrays.toString(b));
      }
      both[d] = x == 1 ? y : x;
    }
    return both;
  }

  /** Size {@code d} of {@code rank}, after as many of size 1 as are missing. */
  static long at(long[] sizes, int d, int rank) {
    int own = d - (rank - sizes.length);
    return own < 0 ? 1 : sizes[own];
  }
}
