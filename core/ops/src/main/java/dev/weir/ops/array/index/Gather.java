package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.Gathering;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of {@code params} with these numbers, in this order. */
final class Gather extends Op {
  Gather() {
    super(
        "Gather(params: Tparams, indices: Tindices) -> (output: Tparams)"
            + " validate_indices:bool=true; Tparams:type; Tindices:type in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape params = context.requireRankAtLeast(0, 1);
    Shape indices = context.input(1);
    return List.of(
        params.hasRank() && indices.hasRank()
            ? Gathering.shape(params, indices, 0, 0)
            : Shape.unknown());
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return Gathering.elements(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> Gathering.gather(context, context.input(0), context.input(1), 0, 0);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output params = context.input(0);
    Output indices = context.input(1);
    context.flowSlices(0, () -> GatherGradients.rows(on, params, indices, context.gradient()));
  }
}
