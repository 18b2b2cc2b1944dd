package dev.weir.ops.train;

import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Objects;

/**
 * Applies a rule to elements, a block after the other.
 *
 * @param values the variables' values, to be written to
 */
record UpdateLoop(
    UpdateRule rule,
    List<String> names,
    List<Tensor> values,
    Tensor gradient,
    UpdateParameters parameters) {
  /** Few enough for the caches, many enough to make the cost of a block small. */
  private static final int BLOCK = 512;

  /** An element takes a nanosecond or two. */
  private static final int GRAIN = 16 * BLOCK;

  /** A step with every element. */
  void all(ParallelFor parallel) {
    values.forEach(tensor -> Objects.checkFromIndexSize(0, gradient.elements(), tensor.elements()));
    parallel.forRange(
        gradient.elements(),
        GRAIN,
        (from, to) -> {
          UpdateBlock block = block(to - from);
          for (long at = from; at < to; at += BLOCK) {
            block.begin(at, (int) Math.min(BLOCK, to - at)).add(at).apply(rule);
          }
        });
  }

  private UpdateBlock block(long elements) {
    int capacity = (int) Math.min(BLOCK, elements);
    return new UpdateBlock(names, values, gradient, parameters, capacity);
  }

  /**
   * A step with some rows, each of which is a row of the variables. A row that is named twice is
   * changed twice, in the order of the indices.
   */
  void rows(ParallelFor parallel, Tensor indices) {
    long size = gradient.elements() / indices.elements();
    if (size > BLOCK / 2) {
      wideRows(parallel, indices, size);
    } else {
      narrowRows(indices, (int) size);
    }
  }

  /** One row after the other. */
  private void wideRows(ParallelFor parallel, Tensor indices, long size) {
    parallel.forRange(
        size,
        Math.max(1, GRAIN / indices.elements()),
        (from, to) -> {
          UpdateBlock block = block(to - from);
          for (long i = 0; i < indices.elements(); i++) {
            long row = indices.getLong(i) * size;
            for (long at = from; at < to; at += BLOCK) {
              int count = (int) Math.min(BLOCK, to - at);
              block.begin(i * size + at, count).add(row + at).apply(rule);
            }
          }
        });
  }

  /** Neighboring rows of the gradient together, as long as they are for different rows. */
  private void narrowRows(Tensor indices, int size) {
    UpdateBlock block = block(gradient.elements());
    DistinctRows distinct = new DistinctRows();
    block.begin(0, size);
    for (long i = 0; i < indices.elements(); i++) {
      long row = indices.getLong(i);
      if (block.isFull() || !distinct.add(row)) {
        block.apply(rule);
        block.begin(i * size, size);
        distinct.clear();
        distinct.add(row);
      }
      block.add(row * size);
    }
    block.apply(rule);
  }

  /**
   * Rows that are different for certain: one that shares its place in a small table with another is
   * refused, too.
   */
  private static final class DistinctRows {
    private static final int SIZE = 1 << 14;

    private final int[] rounds = new int[SIZE];
    private int round = 1;

    /** Adds a row, unless it may be one of those that were added. */
    boolean add(long row) {
      int place = (int) row & SIZE - 1;
      boolean isNew = rounds[place] != round;
      rounds[place] = round;
      return isNew;
    }

    void clear() {
      round++;
    }
  }
}
