package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.ElementGrid;
import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.RowChange;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;

/** Moves of elements, by their width and not by their type. */
final class VectorMoves implements ElementMoves {
  static final VectorMoves INSTANCE = new VectorMoves();

  private VectorMoves() {}

  @Override
  public boolean progression(KernelContext context, Tensor first, Tensor step, Tensor out) {
    Progression.Loop loop = Progression.of(first, step, out);
    if (loop == null) {
      return false;
    }
    Grain.CHEAP.forRange(context, out.elements(), loop::run);
    return true;
  }

  @Override
  public boolean join(KernelContext context, List<Tensor> parts, long rows, Tensor out) {
    return rows > 0 && !out.dtype().isObject() && RowJoin.run(context, parts, rows, out);
  }

  @Override
  public boolean copy(KernelContext context, ElementGrid source, ElementGrid target) {
    if (source.tensor().dtype() != target.tensor().dtype() || !source.hasSizesOf(target)) {
      throw new IllegalArgumentException("grids of different types or sizes");
    }
    if (source.tensor().dtype().isObject()) {
      return false;
    }
    if (!source.isEmpty()) {
      GridCopy.run(context, source, target);
    }
    return true;
  }

  @Override
  public boolean gather(KernelContext context, Tensor table, RowChoice rows, Tensor out) {
    return isSupported(table.dtype(), rows)
        && out.elements() > 0
        && new RowGather(table, rows, out).run(context);
  }

  @Override
  public boolean areThere(KernelContext context, RowChoice rows) {
    return rows.depth() > 0
        && RowOffsets.isSupported(rows.indices().dtype())
        && (rows.skipsBad() || new RowOffsets(rows, 1).areAllThere(context));
  }

  @Override
  public boolean scatter(
      KernelContext context, RowChange change, Tensor updates, RowChoice rows, Tensor table) {
    return isSupported(table.dtype(), rows)
        && rows.batches() * rows.parts() == 1
        && rows.rowSize() > 0
        && updates.elements() > 0
        && RowScatter.run(context, change, updates, rows, table);
  }

  private static boolean isSupported(DType dtype, RowChoice rows) {
    return !dtype.isObject() && rows.depth() > 0 && RowOffsets.isSupported(rows.indices().dtype());
  }
}
