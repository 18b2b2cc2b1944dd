package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;

/** Its input with {@code updates} added at the places that the rows of {@code indices} name. */
final class TensorScatterAdd extends Scattering {
  TensorScatterAdd() {
    super(
        "TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> (output: T) T:type;"
            + " Tindices:type in [int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::add);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.pass(0, 0);
    context.flow(2, () -> GatherGradients.updates(on, context, context.input(1)));
  }
}
