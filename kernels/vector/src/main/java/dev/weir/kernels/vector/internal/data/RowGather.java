package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Tensor;

/** Copies chosen rows of a table. */
final class RowGather {
  private final RowChoice rows;
  private final RowOffsets offsets;
  private final long table;
  private final long out;
  private final long rowBytes;
  private final long partBytes;
  private final long count;
  private volatile boolean isBad;

  RowGather(Tensor from, RowChoice rows, Tensor to) {
    int elementBytes = from.dtype().byteSize();
    this.rows = rows;
    this.offsets = new RowOffsets(rows, elementBytes);
    this.table = RawMemory.address(from);
    this.out = RawMemory.address(to);
    this.rowBytes = rows.rowSize() * elementBytes;
    this.partBytes = rows.rows() * rowBytes;
    this.count = RowOffsets.count(rows);
  }

  /** False if an index is bad and must be refused. */
  boolean run(KernelContext context) {
    long total = rows.batches() * rows.parts() * count;
    long cost = Math.max(2, rowBytes / Integer.BYTES);
    Grain.CHEAP.forRows(context, total, cost, this::run);
    return !isBad;
  }

  /** Rows of the output, of any part and batch. */
  private void run(long first, long end) {
    long[] found = new long[(int) Math.min(RowOffsets.BLOCK, end - first)];
    for (long row = first; row < end && !isBad; ) {
      long part = row / count;
      long at = row - part * count;
      int some = (int) Math.min(Math.min(found.length, end - row), count - at);
      long batch = part / rows.parts();
      if (!offsets.find(batch * count + at, some, found) && !rows.skipsBad()) {
        isBad = true;
        return;
      }
      copy(table + part * partBytes, found, some, out + row * rowBytes);
      row += some;
    }
  }

  private void copy(long from, long[] found, int some, long to) {
    if (rowBytes <= 16 && Long.bitCount(rowBytes) == 1) {
      MoveLoop.of(Long.numberOfTrailingZeros(rowBytes)).gather(from, found, some, to);
      return;
    }
    for (int i = 0; i < some; i++) {
      if (found[i] >= 0) {
        RowCopy.copy(from + found[i], to + i * rowBytes, rowBytes);
      } else {
        RowCopy.clear(to + i * rowBytes, rowBytes);
      }
    }
  }
}
