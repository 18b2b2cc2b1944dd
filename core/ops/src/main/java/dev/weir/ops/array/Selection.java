package dev.weir.ops.array;

import dev.weir.tensor.Tensor;

/** Copies elements from one of two tensors. */
final class Selection {
  private Selection() {}

  /** Row {@code i} of the output comes from t if condition {@code i} holds, and from e if not. */
  static void rows(Tensor condition, Tensor t, Tensor e, Tensor output, long row) {
    long start = 0;
    while (start < condition.elements()) {
      boolean holds = condition.getBoolean(start);
      long end = start + 1;
      while (end < condition.elements() && condition.getBoolean(end) == holds) {
        end++;
      }
      output.copyFrom(holds ? t : e, start * row, start * row, (end - start) * row);
      start = end;
    }
  }
}
