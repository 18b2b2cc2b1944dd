package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;

/** Its input less {@code updates} at the places that the rows of {@code indices} name. */
final class TensorScatterSub extends Scattering {
  TensorScatterSub() {
    super(
        "TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> (output: T) T:type;"
            + " Tindices:type in [int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::subtract);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.pass(0, 0);
    context.flow(2, () -> on.neg(GatherGradients.updates(on, context, context.input(1))));
  }
}
