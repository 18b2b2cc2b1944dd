package dev.weir.graph.kernel;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Rows of a table that the numbers in a tensor choose. The dimensions of the table are, in this
 * order: those of batches, each with indices of its own; outer ones, whose parts are all chosen
 * from alike; those that the indices number; and those of a row.
 *
 * @param indices as many for each batch, int32, int64 or a narrower integer
 * @param table the shape of the table
 * @param batch how many dimensions of batches there are
 * @param axis the first dimension that indices number
 * @param depth how many dimensions are numbered: so many neighboring indices choose a row
 * @param skipsBad whether indices that name no row are left out rather than refused
 */
public record RowChoice(
    Tensor indices, Shape table, int batch, int axis, int depth, boolean skipsBad) {
  public long batches() {
    return table.elements(0, batch);
  }

  /** Parts of a batch. */
  public long parts() {
    return table.elements(batch, axis);
  }

  /** Rows of a part of the table. */
  public long rows() {
    return table.elements(axis, axis + depth);
  }

  /** Elements of a row. */
  public long rowSize() {
    return table.elements(axis + depth, table.rank());
  }
}
