package dev.weir.kernels.vector.internal.rank;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/** {@code Where}: elements are looked at in blocks, of which each knows where its positions go. */
final class WhereVectorKernel implements Kernel {
  private static final int MAX_RANK = 8;

  /** Elements that are looked at together. */
  private static final int BLOCK = 4096;

  private final CountLoop loop;
  private final int elementSize;

  private WhereVectorKernel(DType dtype) {
    this.loop = CountLoop.of(dtype);
    this.elementSize = dtype.byteSize();
  }

  static void addTo(KernelTable table, DType dtype) {
    table.addShared("Where", dtype, () -> new WhereVectorKernel(dtype));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Shape shape = x.shape();
    int rank = shape.rank();
    if (rank < 1 || rank > MAX_RANK) {
      throw WeirException.invalidArgument(
          "positions are found in tensors of rank 1 to %d, not in one of shape %s",
          MAX_RANK, shape);
    }
    long count = x.elements();
    long in = RawMemory.address(x);
    int blocks = Math.toIntExact(Math.ceilDiv(count, BLOCK));
    long[] ends = new long[blocks + 1];
    Grain.CHEAP.forRows(
        context,
        blocks,
        BLOCK,
        (from, to) -> {
          int[] positions = new int[BLOCK];
          for (int block = (int) from; block < to; block++) {
            ends[block + 1] = find(in, block, count, positions);
          }
        });
    for (int block = 0; block < blocks; block++) {
      ends[block + 1] += ends[block];
    }
    Tensor out = context.allocate(0, Shape.of(ends[blocks], rank));
    long rows = RawMemory.address(out);
    Grain.CHEAP.forRows(
        context,
        blocks,
        BLOCK,
        (from, to) -> {
          int[] positions = new int[BLOCK];
          for (int block = (int) from; block < to; block++) {
            int found = find(in, block, count, positions);
            long first = (long) block * BLOCK;
            store(shape, first, positions, found, rows + ends[block] * rank * Long.BYTES);
          }
        });
  }

  private int find(long in, long block, long count, int[] positions) {
    long first = block * BLOCK;
    return loop.positions(
        in + first * elementSize, (int) Math.min(BLOCK, count - first), positions);
  }

  /** Stores the coordinates of positions that ascend. */
  private static void store(Shape shape, long first, int[] positions, int count, long out) {
    int rank = shape.rank();
    long inner = shape.size(rank - 1);
    long[] coordinates = new long[rank];
    long begin = 0; // of the row that coordinates are of
    long end = 0;
    long to = out;
    for (int n = 0; n < count; n++) {
      long i = first + positions[n];
      if (i >= end) {
        begin = i - i % inner;
        end = begin + inner;
        long rest = i / inner;
        for (int d = rank - 2; d >= 0; d--) {
          coordinates[d] = rest % shape.size(d);
          rest /= shape.size(d);
        }
      }
      for (int d = 0; d < rank - 1; d++) {
        RawMemory.ALL.set(ValueLayout.JAVA_LONG, to, coordinates[d]);
        to += Long.BYTES;
      }
      RawMemory.ALL.set(ValueLayout.JAVA_LONG, to, i - begin);
      to += Long.BYTES;
    }
  }
}
