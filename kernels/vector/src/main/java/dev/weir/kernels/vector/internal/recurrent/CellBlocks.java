package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.kernel.KernelContext;
import java.util.ArrayList;
import java.util.List;

/** Cuts the cells of a recurrent layer into blocks, so that each core has its own. */
final class CellBlocks {
  /** Blocks begin at multiples of this: whole vectors, and whole lines of the cache. */
  private static final int ALIGNMENT = 16;

  /** The fewest cells of a block: products with fewer columns are slow. */
  private static final int NARROWEST = 64;

  /** The fewest floating-point operations of a block: less work is not worth waking a core. */
  private static final double WORTH_SHARING = 6e5;

  /** With fewer rows, one core is faster than several that must synchronize. */
  private static final int ROWS_WORTH_SHARING = 8;

  /** With fewer steps, packing the weights costs more than it saves. */
  private static final int STEPS_WORTH_PREPARING = 4;

  private CellBlocks() {}

  /** A block of cells. */
  record Block(int first, int width) {}

  /**
   * Whether the product of each step should use a factor that is packed beforehand; then each block
   * is computed by a single thread. Otherwise all cores share each product.
   */
  static boolean areWorthwhile(int steps) {
    return steps >= STEPS_WORTH_PREPARING;
  }

  /** One block per core, if a step has enough work. */
  static List<Block> of(KernelContext context, int batch, int cells) {
    double flopsPerStep = 2.0 * LstmOp.GATES * batch * cells * cells;
    int most = Math.min(context.parallel().threads(), cells / NARROWEST);
    int count =
        batch < ROWS_WORTH_SHARING
            ? 1
            : Math.max(1, (int) Math.min(most, flopsPerStep / WORTH_SHARING));
    int width = Math.ceilDiv(Math.ceilDiv(cells, count), ALIGNMENT) * ALIGNMENT;
    List<Block> blocks = new ArrayList<>();
    for (int first = 0; first < cells; first += width) {
      blocks.add(new Block(first, Math.min(width, cells - first)));
    }
    return blocks;
  }
}
