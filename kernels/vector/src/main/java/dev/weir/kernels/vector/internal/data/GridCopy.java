package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.ElementGrid;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;

/**
 * A copy of one grid to another. Dimensions that behave as one are merged, and neighbors on both
 * sides that make up 2, 4, 8 or 16 bytes become one element of that width. The two dimensions of
 * the inner loops are chosen so that memory is read and written along; the others are counted
 * through outside of them, in parts for several threads.
 */
final class GridCopy {
  /** What the inner loops do. */
  private enum Form {
    /** Neighbors in the source are neighbors in the target. */
    ROWS,
    /** One element of the source is repeated in neighbors of the target. */
    FILLS,
    /** Neighbors in the source are far apart in the target and the other way round. */
    TURNS,
    /** Anything else. */
    LINES
  }

  /** Fewer elements than this are not worth an inner loop if another dimension has more. */
  private static final long FEW = 8;

  private final long in;
  private final long out;
  // by dimension, the innermost first; steps in bytes
  private final long[] sizes;
  private final long[] inSteps;
  private final long[] outSteps;
  private int rank;

  /** The bytes of an element. */
  private int width;

  private Form form = Form.LINES;

  /** Positions of dimension 1 that the inner loops process at a time. */
  private long block;

  private GridCopy(ElementGrid source, ElementGrid target) {
    width = source.tensor().dtype().byteSize();
    in = RawMemory.address(source.tensor()) + source.start() * width;
    out = RawMemory.address(target.tensor()) + target.start() * width;
    int dimensions = source.rank() + 2;
    sizes = new long[dimensions];
    inSteps = new long[dimensions];
    outSteps = new long[dimensions];
    for (int d = source.rank() - 1; d >= 0; d--) {
      add(source.size(d), source.step(d) * width, target.step(d) * width);
    }
  }

  /** Copies; no dimension may be empty. */
  static void run(KernelContext context, ElementGrid source, ElementGrid target) {
    GridCopy copy = new GridCopy(source, target);
    copy.choose();
    copy.run(context);
  }

  private void add(long size, long inStep, long outStep) {
    int last = rank - 1;
    if (size == 1) {
      return;
    }
    if (rank > 0
        && inStep == inSteps[last] * sizes[last]
        && outStep == outSteps[last] * sizes[last]) {
      sizes[last] *= size;
      return;
    }
    sizes[rank] = size;
    inSteps[rank] = inStep;
    outSteps[rank++] = outStep;
  }

  private void choose() {
    if (rank > 0 && inSteps[0] == width && outSteps[0] == width) {
      long bytes = sizes[0] * width;
      if (bytes > 16 || Long.bitCount(bytes) > 1) {
        form = Form.ROWS;
      } else {
        width = (int) bytes;
        remove();
      }
    }
    pad();
    if (form == Form.ROWS) {
      block = blockOf(sizes[0] * width);
    } else if (inSteps[0] == 0 && outSteps[0] == width && sizes[0] >= FEW) {
      form = Form.FILLS;
      block = blockOf(sizes[0] * width);
    } else {
      chooseLoops();
    }
  }

  /** There are always the two dimensions of the inner loops. */
  private void pad() {
    for (; rank < 2; rank++) {
      sizes[rank] = 1;
    }
  }

  private void remove() {
    System.arraycopy(sizes, 1, sizes, 0, rank - 1);
    System.arraycopy(inSteps, 1, inSteps, 0, rank - 1);
    System.arraycopy(outSteps, 1, outSteps, 0, rank - 1);
    rank--;
  }

  private void chooseLoops() {
    int written = neighbors(outSteps);
    int read = neighbors(inSteps);
    if (written >= 0 && read >= 0 && written != read) {
      form = Form.TURNS;
      block = MoveLoop.COLUMNS;
      moveToFront(written, read);
      return;
    }
    int inner = written >= 0 && sizes[written] >= FEW ? written : read;
    if (inner < 0 || sizes[inner] < FEW) {
      inner = largest();
    }
    moveToFront(inner, inner == 0 ? 1 : 0);
    block = blockOf(sizes[0] * Integer.BYTES);
  }

  private int neighbors(long[] steps) {
    for (int d = 0; d < rank; d++) {
      if (steps[d] == width && sizes[d] > 1) {
        return d;
      }
    }
    return -1;
  }

  private int largest() {
    int largest = 0;
    for (int d = 1; d < rank; d++) {
      largest = sizes[d] > sizes[largest] ? d : largest;
    }
    return largest;
  }

  /** Makes one dimension the innermost and another the next. */
  private void moveToFront(int first, int second) {
    swap(0, first);
    swap(1, second == 0 ? first : second);
  }

  private void swap(int a, int b) {
    for (long[] values : new long[][] {sizes, inSteps, outSteps}) {
      long value = values[a];
      values[a] = values[b];
      values[b] = value;
    }
  }

  /** So many rows that a block is a part for a thread, or nearly. */
  private static long blockOf(long rowBytes) {
    return Math.max(1, Grain.CHEAP.elements() / Math.max(1, rowBytes / Integer.BYTES));
  }

  private void run(KernelContext context) {
    long blocks = Math.ceilDiv(sizes[1], block);
    for (int d = 2; d < rank; d++) {
      blocks *= sizes[d];
    }
    long blockBytes = sizes[0] * Math.min(block, sizes[1]) * width;
    boolean isBulk = form == Form.ROWS || form == Form.FILLS;
    long cost = isBulk ? blockBytes / Integer.BYTES : Math.max(blockBytes / width, blockBytes / 4);
    if (blocks < FEW && !Grain.CHEAP.isOnePart(blocks * cost)) {
      new Walk(0).run(blocks, (from, to, count) -> runAlong(context, from, to, count));
    } else {
      Grain.CHEAP.forRows(
          context,
          blocks,
          Math.max(1, cost),
          (first, end) ->
              new Walk(first)
                  .run(end - first, (from, to, count) -> runBlock(from, to, count, sizes[0])));
    }
  }

  /** Few long blocks are cut along their lines. */
  private void runAlong(KernelContext context, long from, long to, long count) {
    Grain grain = new Grain(Math.max(1 << 10, Grain.CHEAP.elements() / count));
    grain.forRange(
        context,
        sizes[0],
        (first, end) ->
            runBlock(from + first * inSteps[0], to + first * outSteps[0], count, end - first));
  }

  /** Copies {@code count} lines of {@code size} elements. */
  private void runBlock(long from, long to, long count, long size) {
    switch (form) {
      case ROWS -> RowCopy.copyAll(from, inSteps[1], to, outSteps[1], count, size * width);
      case FILLS -> {
        for (long i = 0; i < count; i++) {
          RowCopy.fill(from + i * inSteps[1], width, to + i * outSteps[1], size * width);
        }
      }
      case TURNS -> loop().turn(from, inSteps[0], to, outSteps[1], size, (int) count);
      case LINES ->
          loop()
              .copy(
                  new MoveLoop.Lines(from, inSteps[1], inSteps[0]),
                  new MoveLoop.Lines(to, outSteps[1], outSteps[0]),
                  count,
                  size);
    }
  }

  private MoveLoop loop() {
    return MoveLoop.of(Integer.numberOfTrailingZeros(width));
  }

  /** A block: where it begins on both sides and how many lines it has. */
  @FunctionalInterface
  private interface Block {
    void run(long from, long to, long count);
  }

  /** The way through blocks, one after the other. */
  private final class Walk {
    private final long[] index = new long[rank];

    Walk(long firstBlock) {
      long perPlane = Math.ceilDiv(sizes[1], block);
      long rest = firstBlock / perPlane;
      index[1] = firstBlock % perPlane * block;
      for (int d = 2; d < rank; d++) {
        index[d] = rest % sizes[d];
        rest /= sizes[d];
      }
    }

    void run(long blocks, Block action) {
      for (long n = 0; n < blocks; n++) {
        long from = in;
        long to = out;
        for (int d = 1; d < rank; d++) {
          from += index[d] * inSteps[d];
          to += index[d] * outSteps[d];
        }
        action.run(from, to, Math.min(block, sizes[1] - index[1]));
        advance();
      }
    }

    private void advance() {
      index[1] += block;
      for (int d = 1; d < rank && index[d] >= sizes[d]; d++) {
        index[d] = 0;
        if (d + 1 < rank) {
          index[d + 1]++;
        }
      }
    }
  }
}
