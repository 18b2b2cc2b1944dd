package dev.weir.kernels.vector.internal.segment;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import java.util.function.Supplier;

/**
 * Rows grouped by the number of the result they go to, each group in the order of its rows. So
 * threads can share the results without depending on how they do.
 */
final class RowGroups {
  /** Results that are fewer than this many per row are worth a list of their own. */
  private static final long MOST_PER_ROW = 16;

  private static final long ALWAYS_FEW = 1 << 16;

  /** Rows of group {@code n} are at positions {@code [ends[n - 1], ends[n])}. */
  private final int[] ends;

  private final long[] rows;

  private RowGroups(int[] ends, long[] rows) {
    this.ends = ends;
    this.rows = rows;
  }

  /** Works on a group. */
  @FunctionalInterface
  interface Body {
    /** Works on {@code rows[begin]} to {@code rows[end - 1]}. */
    void run(int group, long[] rows, int begin, int end);
  }

  /** Whether there are not so many groups that most are empty, nor more rows than arrays take. */
  static boolean areWorthIt(long rows, long groups) {
    return rows < Integer.MAX_VALUE / 2 && groups < rows * MOST_PER_ROW + ALWAYS_FEW;
  }

  /** Groups rows by ids below {@code groups}; rows with negative ids are in none. */
  static RowGroups of(IndexVector ids, int groups) {
    int[] ends = new int[groups + 1];
    int count = (int) ids.count();
    for (int row = 0; row < count; row++) {
      long id = ids.get(row);
      if (id >= 0) {
        ends[(int) id + 1]++;
      }
    }
    for (int group = 1; group <= groups; group++) {
      ends[group] += ends[group - 1];
    }
    long[] rows = new long[ends[groups]];
    for (int row = 0; row < count; row++) {
      long id = ids.get(row);
      if (id >= 0) {
        rows[ends[(int) id]++] = row; // the beginning of each group becomes its end
      }
    }
    return new RowGroups(ends, rows);
  }

  /**
   * Runs a loop over all groups, empty ones too.
   *
   * @param width elements of a row
   */
  void forEach(KernelContext context, long width, Body body) {
    forEachPart(context, width, () -> body);
  }

  /** Runs a loop over all groups, with a body for each part of the loop. */
  void forEachPart(KernelContext context, long width, Supplier<Body> bodies) {
    int groups = ends.length - 1;
    Grain.CHEAP.forRows(
        context,
        groups,
        groups == 0 ? 0 : (rows.length + groups) * width / groups,
        (from, to) -> {
          Body body = bodies.get();
          for (int group = (int) from; group < to; group++) {
            body.run(group, rows, group == 0 ? 0 : ends[group - 1], ends[group]);
          }
        });
  }
}
