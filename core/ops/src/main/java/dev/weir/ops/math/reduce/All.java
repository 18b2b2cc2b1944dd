package dev.weir.ops.math.reduce;

import dev.weir.ops.support.Folds;
import dev.weir.ops.support.ReducedDimensions;
import dev.weir.tensor.Tensor;

/** Whether all elements along axes are true; true of none. */
final class All extends Reduction {
  All() {
    super(
        "All(input: bool, reduction_indices: Tidx) -> (output: bool) keep_dims:bool=false;"
            + " Tidx:type=int32 in [int32, int64];");
  }

  @Override
  ReducedDimensions.Fold fold(Tensor x, Tensor y) {
    return Folds.integer(x, y, 1, (a, b) -> a & b, (total, count) -> total);
  }

  @Override
  public String notDifferentiable() {
    return "its output is bool";
  }
}
