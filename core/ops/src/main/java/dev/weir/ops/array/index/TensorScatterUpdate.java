package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;

/**
 * Its input with the slices at the places that the rows of {@code indices} name replaced; of
 * several for the same place the last one stays.
 */
final class TensorScatterUpdate extends Scattering {
  TensorScatterUpdate() {
    super(
        "TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> (output: T) T:type;"
            + " Tindices:type in [int16, int32, int64, uint16]; bad_indices_policy:string=\"\";",
        dtype -> ElementCombiner.REPLACE);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            GatherGradients.byIndices(
                on,
                context,
                "TensorScatterUpdate",
                context.gradient(),
                context.input(1),
                on.zerosLike(context.input(2))));
    context.flow(2, () -> GatherGradients.updates(on, context, context.input(1)));
  }
}
