package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.ParallelFor;

/** Runs a loop over independent rows, on one core or several. */
@FunctionalInterface
interface RowTasks {
  /** Operations worth another thread. */
  long WORTH_SHARING = 1 << 18;

  /** Some of the rows. */
  @FunctionalInterface
  interface Rows {
    void run(int first, int last);
  }

  /** Everything on the calling thread. */
  RowTasks SERIAL = (count, work, rows) -> rows.run(0, count);

  /** On the threads of a step. */
  static RowTasks on(ParallelFor parallel) {
    return (count, work, rows) -> {
      if (count * work < 2 * WORTH_SHARING) {
        rows.run(0, count);
      } else {
        long grain = Math.max(1, WORTH_SHARING / Math.max(1, work));
        parallel.forRange(count, grain, (from, to) -> rows.run((int) from, (int) to));
      }
    };
  }

  /**
   * Runs all rows.
   *
   * @param work operations for a row
   */
  void run(int count, long work, Rows rows);
}
