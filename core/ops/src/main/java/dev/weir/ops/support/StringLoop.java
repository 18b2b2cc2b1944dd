package dev.weir.ops.support;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Tensor;

/**
 * Loops over strings, on several cores. A loop that fails ends with the error of the lowest
 * position.
 */
public final class StringLoop {
  /** Strings that are handed over at a time. */
  private static final int BLOCK = 512;

  /** Bytes of strings that are handed over at a time: only then does the heap's budget see them. */
  private static final int BLOCK_BYTES = 1 << 16;

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
    run(context, count, (from, to) -> new Filling(out, first, from, to, maker));
  }

  /** Runs a body for all positions of a tensor of strings. */
  public static void forEach(KernelContext context, Tensor strings, Body body) {
    run(context, strings.elements(), (from, to) -> new Visit(from, to, body));
  }

  /** Makes the part of a loop from one position to another. */
  private interface Parts {
    EarliestError.Part part(long from, long to);
  }

  private static void run(KernelContext context, long count, Parts parts) {
    EarliestError error = new EarliestError();
    context.parallel().forRange(count, GRAIN, (from, to) -> error.in(parts.part(from, to)));
    error.rethrow();
  }

  private static final class Filling extends EarliestError.Part {
    private final Tensor out;
    private final long first;
    private final long to;
    private final Maker maker;

    Filling(Tensor out, long first, long from, long to, Maker maker) {
      this.out = out;
      this.first = first;
      this.position = from;
      this.to = to;
      this.maker = maker;
    }

    @Override
    void run() {
      byte[][] block = new byte[(int) Math.min(BLOCK, to - position)][];
      while (position < to) {
        long begin = position;
        int size = 0;
        for (long bytes = 0; bytes < BLOCK_BYTES && size < block.length && position < to; size++) {
          block[size] = maker.make(position);
          position++;
          bytes += block[size].length;
        }
        out.setBytes(first + begin, block, size);
      }
    }
  }

  private static final class Visit extends EarliestError.Part {
    private final long to;
    private final Body body;

    Visit(long from, long to, Body body) {
      this.position = from;
      this.to = to;
      this.body = body;
    }

    @Override
    void run() {
      for (; position < to; position++) {
        body.run(position);
      }
    }
  }
}
