package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.RowChange;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Changes chosen rows of a table. Each thread reads all indices and changes the rows of its own
 * range of the table, so that rows chosen more than once are changed in the order of the indices
 * whatever the number of threads.
 */
final class RowScatter {
  private final RowChoice rows;
  private final RowOffsets offsets;
  private final ChangeLoop loop;
  private final long updates;
  private final long updateStep;
  private final long table;
  private final long rowBytes;
  private final long count;

  private RowScatter(ChangeLoop loop, Tensor updates, RowChoice rows, Tensor table) {
    int elementBytes = table.dtype().byteSize();
    this.rows = rows;
    this.offsets = new RowOffsets(rows, elementBytes);
    this.loop = loop;
    this.updates = RawMemory.address(updates);
    this.table = RawMemory.address(table);
    this.rowBytes = rows.rowSize() * elementBytes;
    this.count = RowOffsets.count(rows);
    this.updateStep = updates.elements() == count * rows.rowSize() ? rowBytes : 0;
  }

  /** False if there is no loop for the elements, or an index is bad and must be refused. */
  static boolean run(
      KernelContext context, RowChange change, Tensor updates, RowChoice rows, Tensor table) {
    ChangeLoop loop = ChangeLoop.of(change, table.dtype());
    boolean isShared = updates.elements() != RowOffsets.count(rows) * rows.rowSize();
    if (loop == null || (isShared && updates.elements() != 1)) {
      return false;
    }
    Tensor each = isShared ? row(context, updates, rows.rowSize()) : updates;
    return new RowScatter(loop, each, rows, table).run(context);
  }

  /** A row of one element. */
  private static Tensor row(KernelContext context, Tensor element, long size) {
    Tensor row = context.scratch(element.dtype(), Shape.of(size));
    RowCopy.fill(
        RawMemory.address(element),
        element.dtype().byteSize(),
        RawMemory.address(row),
        row.byteSize());
    return row;
  }

  private boolean run(KernelContext context) {
    if (!rows.skipsBad() && !offsets.areAllThere(context)) {
      return false;
    }
    long tableRows = rows.rows();
    boolean isSmall = Grain.CHEAP.isOnePart(count * Math.max(2, rows.rowSize()));
    long ranges = isSmall ? 1 : Math.min(tableRows, context.parallel().threads());
    if (ranges <= 1) {
      change(0, tableRows * rowBytes);
      return true;
    }
    context
        .parallel()
        .forRange(
            ranges,
            1,
            (first, end) ->
                change(tableRows * first / ranges * rowBytes, tableRows * end / ranges * rowBytes));
    return true;
  }

  /** Changes the rows whose offsets are in {@code [first, end)}. */
  private void change(long first, long end) {
    long[] found = new long[(int) Math.min(RowOffsets.BLOCK, count)];
    boolean isElement = updateStep > 0 && rows.rowSize() == 1;
    for (long row = 0; row < count; row += found.length) {
      int some = (int) Math.min(found.length, count - row);
      offsets.find(row, some, found);
      long from = updates + row * updateStep;
      if (isElement) {
        loop.changeElements(from, found, some, table, first, end);
        continue;
      }
      for (int i = 0; i < some; i++) {
        if (found[i] >= first && found[i] < end) {
          loop.changeRow(from + i * updateStep, table + found[i], rows.rowSize());
        }
      }
    }
  }
}
