package dev.weir.kernels.onednn.rewrite;

import dev.weir.graph.Attributes;
import java.util.Arrays;
import java.util.List;

/**
 * Which windows oneDNN may be given. Its kernels compute offsets from strides, dilations, padding
 * and window sizes in 32 bits: with larger numbers they read and write memory that is not theirs.
 * Nodes with other windows are left to the kernels of other providers.
 */
public final class WindowLimits {
  /** Above the numbers of any real network. */
  private static final long MOST = 1 << 10;

  /** Pooling visits all places of a window, also those on padding. */
  private static final long MOST_PLACES = 1 << 20;

  private static final List<String> NUMBERS =
      List.of("strides", "dilations", "explicit_paddings", "ksize");

  private WindowLimits() {}

  /** Whether all numbers of a window, as attributes of a node give them, are small enough. */
  public static boolean areSmall(Attributes attrs) {
    for (String name : NUMBERS) {
      if (attrs.has(name)
          && Arrays.stream(attrs.integers(name)).anyMatch(value -> value < 0 || value > MOST)) {
        return false;
      }
    }
    return !attrs.has("ksize") || places(attrs.integers("ksize")) <= MOST_PLACES;
  }

  private static double places(long[] size) {
    return Arrays.stream(size).asDoubleStream().reduce(1, (a, b) -> a * b);
  }
}
