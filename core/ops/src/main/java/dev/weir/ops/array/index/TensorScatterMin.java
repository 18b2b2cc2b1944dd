package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.ElementCombiner;

/** Its input, but not above {@code updates} at the places that {@code indices} name. */
final class TensorScatterMin extends Scattering {
  TensorScatterMin() {
    super(
        "TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> (output: T) T:type;"
            + " Tindices:type in [int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::min);
  }

  @Override
  public void gradient(GradientContext context) {
    extremeGradient(context);
  }
}
