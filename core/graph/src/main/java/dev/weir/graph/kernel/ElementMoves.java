package dev.weir.graph.kernel;

import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Fast ways to move elements, for kernels that know which go where. A provider offers them beside
 * its kernels, and kernels of any provider use {@link KernelContext#moves}: dozens of ops work out
 * positions and then copy, and only the copying has to be fast.
 *
 * <p>What it does not support it leaves undone and says so; the caller then has slower loops of its
 * own. Elements must be numbers or truth values, not objects.
 */
public interface ElementMoves {
  /**
   * Sets element i of {@code out} to {@code first + i * step}, each step of this rounded to the
   * type of the elements.
   *
   * @param first a single number of the type; so is {@code step}
   */
  boolean progression(KernelContext context, Tensor first, Tensor step, Tensor out);

  /**
   * Puts the rows of several tensors side by side: row i of {@code out} is row i of the first part,
   * then that of the second, and so on.
   *
   * @param parts each with as many elements as {@code rows} or a multiple of it
   */
  boolean join(KernelContext context, List<Tensor> parts, long rows, Tensor out);

  /** Copies elements between grids of equal sizes that do not overlap in memory. */
  boolean copy(KernelContext context, ElementGrid source, ElementGrid target);

  /**
   * Sets {@code out} to the chosen rows of a table, to zeros where bad indices are skipped. False
   * if an index is bad and must be refused; {@code out} is undefined then.
   */
  boolean gather(KernelContext context, Tensor table, RowChoice rows, Tensor out);

  /** Whether all indices name rows, or bad ones are skipped. */
  boolean areThere(KernelContext context, RowChoice rows);

  /**
   * Changes chosen rows of a table, of one batch and one part, in the order of their indices. False
   * if an index is bad and must be refused; nothing is changed then.
   *
   * @param updates a row for each index, or a single element for all of all rows
   */
  boolean scatter(
      KernelContext context, RowChange change, Tensor updates, RowChoice rows, Tensor table);
}
