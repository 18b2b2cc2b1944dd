package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.ElementCombiner;

/** Its input, but not below {@code updates} at the places that {@code indices} name. */
final class TensorScatterMax extends Scattering {
  TensorScatterMax() {
    super(
        "TensorScatterMax(tensor: T, indices: Tindices, updates: T) -> (output: T) T:type;"
            + " Tindices:type in [int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::max);
  }

  @Override
  public void gradient(GradientContext context) {
    extremeGradient(context);
  }
}
