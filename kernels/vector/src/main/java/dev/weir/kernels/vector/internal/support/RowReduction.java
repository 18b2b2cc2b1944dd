package dev.weir.kernels.vector.internal.support;

/** A reduction of neighboring elements to one, as kernels of several nodes use it. */
@FunctionalInterface
public interface RowReduction {
  /** Sets {@code rows} elements to the reductions of as many rows. */
  void rows(long at, long rows, long columns, long out);
}
