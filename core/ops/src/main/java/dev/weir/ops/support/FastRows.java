package dev.weir.ops.support;

import dev.weir.graph.kernel.ElementMoves;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.RowChange;
import dev.weir.graph.kernel.RowChoice;
import dev.weir.tensor.Tensor;

/**
 * Rows that are taken and changed the fast way, if the session has one. What returns false has done
 * nothing of use: the caller's own loops do the work, or find the index that is out of range.
 */
public final class FastRows {
  private FastRows() {}

  /** Sets {@code out}, which has elements, to the chosen rows of a table. */
  public static boolean gather(KernelContext context, Tensor table, RowChoice rows, Tensor out) {
    ElementMoves moves = context.moves().orElse(null);
    return moves != null && moves.gather(context, table, rows, out);
  }

  /** Whether all chosen rows exist or bad indices are skipped; false if there is no fast way. */
  public static boolean areThere(KernelContext context, RowChoice rows) {
    ElementMoves moves = context.moves().orElse(null);
    return moves != null && moves.areThere(context, rows);
  }

  /** Changes the chosen rows of a table. */
  public static boolean scatter(
      KernelContext context,
      ElementCombiner combiner,
      Tensor updates,
      RowChoice rows,
      Tensor table) {
    ElementMoves moves = context.moves().orElse(null);
    RowChange change = combiner.change();
    return moves != null && change != null && moves.scatter(context, change, updates, rows, table);
  }
}
