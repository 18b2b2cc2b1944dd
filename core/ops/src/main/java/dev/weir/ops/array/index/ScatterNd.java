package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;

/**
 * Zeros of the given shape, with {@code updates} added at the places that the rows of {@code
 * indices} name. What falls on the same place adds up; strings are put together.
 */
final class ScatterNd extends Scattering {
  ScatterNd() {
    super(
        "ScatterNd(indices: Tindices, updates: T, shape: Tindices) -> (output: T) T:type;"
            + " Tindices:type in [int16, int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::add,
        2,
        0,
        1);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(1, () -> GatherGradients.updates(on, context, context.input(0)));
  }
}
