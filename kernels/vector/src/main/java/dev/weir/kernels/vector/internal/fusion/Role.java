package dev.weir.kernels.vector.internal.fusion;

import dev.weir.kernels.vector.internal.support.LaneFunction;
import dev.weir.kernels.vector.internal.support.RowReduction;

/** What a node can be in a cluster. */
sealed interface Role {
  /**
   * It computes each element from those at its place in the inputs.
   *
   * @param function applied to all inputs, or to the first two, then to the result and the next
   */
  record Map(LaneFunction function) implements Role {}

  /**
   * It reduces the last dimensions of its first input.
   *
   * @param axes how many
   */
  record Reduction(RowReduction reduction, int axes) implements Role {}
}
