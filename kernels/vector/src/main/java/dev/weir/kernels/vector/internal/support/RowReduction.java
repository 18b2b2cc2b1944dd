package dev.weir.kernels.vector.internal.support;

/**
 * A reduction of neighboring elements to one, as kernels of several nodes use it.
 *
 * @param isMean whether the result is divided by the number of elements
 */
public record RowReduction(Rows loop, boolean isMean) {
  /** The loop. */
  public interface Rows {
    /** Sets {@code rows} elements to the reductions of rows, each divided by {@code divisor}. */
    void rows(long at, long rows, long columns, double divisor, long out);
  }

  /** Sets {@code rows} elements to the reductions of as many rows. */
  public void run(long at, long rows, long columns, long out) {
    loop.rows(at, rows, columns, isMean ? columns : 1, out);
  }
}
