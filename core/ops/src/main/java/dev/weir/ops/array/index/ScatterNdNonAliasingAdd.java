package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;

/** Its input with {@code updates} added at the places that the rows of {@code indices} name. */
final class ScatterNdNonAliasingAdd extends Scattering {
  ScatterNdNonAliasingAdd() {
    super(
        "ScatterNdNonAliasingAdd(input: T, indices: Tindices, updates: T) -> (output: T) T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool];"
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
