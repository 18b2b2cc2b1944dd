package dev.weir.ops.support;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;

/** Loops over strings, on several cores. */
public final class StringLoop {
  /** Strings that are handed over at a time. */
  private static final int BLOCK = 512;

  /** The fewest strings worth another core. */
  private static final long GRAIN = 2048;

  /** Makes the string of a position. */
  @FunctionalInterface
  public interface Maker {
    byte[] make(long i);
  }

  /** Does something for a position. */
  @FunctionalInterface
  public interface Body {
    void run(long i);
  }

  private StringLoop() {}

  /** Sets all elements of a tensor of strings. */
  public static void fill(KernelContext context, Tensor out, Maker maker) {
    fill(context, out, 0, out.elements(), maker);
  }

  /** Sets {@code count} elements from {@code first} on; the maker counts from 0. */
  public static void fill(KernelContext context, Tensor out, long first, long count, Maker maker) {
    context
        .parallel()
        .forRange(
            count,
            GRAIN,
            (from, to) -> {
              byte[][] block = new byte[(int) Math.min(BLOCK, to - from)][];
              for (long begin = from; begin < to; begin += block.length) {
                int size = (int) Math.min(block.length, to - begin);
                for (int i = 0; i < size; i++) {
                  block[i] = maker.make(begin + i);
                }
                out.setBytes(first + begin, block, size);
              }
            });
  }

  /** Runs a body for all positions of a tensor of strings. */
  public static void forEach(KernelContext context, Tensor strings, Body body) {
    context
        .parallel()
        .forRange(
            strings.elements(),
            GRAIN,
            (from, to) -> {
              for (long i = from; i < to; i++) {
                body.run(i);
              }
            });
  }
}
