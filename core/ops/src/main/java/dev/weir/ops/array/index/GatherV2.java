package dev.weir.ops.array.index;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.Gathering;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The slices of {@code params} along dimension {@code axis} with these numbers, in this order. The
 * first {@code batch_dims} dimensions belong together in both: each batch is gathered from its own.
 */
final class GatherV2 extends Op {
  GatherV2() {
    super(
        "GatherV2(params: Tparams, indices: Tindices, axis: Taxis) -> (output: Tparams)"
            + " batch_dims:int=0; Tparams:type; Tindices:type in [int16, int32, int64]; Taxis:type"
            + " in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape params = context.requireRankAtLeast(0, 1);
    Shape indices = context.input(1);
    Long axis = Sizes.value(context, 2);
    long batchDims = context.attrs().integer("batch_dims");
    boolean ranksKnown = params.hasRank() && indices.hasRank();
    if (axis == null) {
      return List.of(
          ranksKnown
              ? Shape.unknownOfRank(params.rank() + indices.rank() - 1 - batch(batchDims, indices))
              : Shape.unknown());
    }
    if (!ranksKnown) {
      return List.of(Shape.unknown());
    }
    int d = Shapes.axis(axis, params.rank());
    int batch = batch(batchDims, indices);
    if (batch > d) {
      throw context.invalid("batch_dims must not exceed axis: %d and %d", batch, d);
    }
    if (!params.slice(0, batch).isCompatibleWith(indices.slice(0, batch))) {
      throw context.invalid(
          "the first %d dimensions must be equal: %s, %s",
          batch, context.describe(0), context.describe(1));
    }
    return List.of(Gathering.shape(params, indices, d, batch));
  }

  private static int batch(long batchDims, Shape indices) {
    int rank = indices.rank();
    if (batchDims < -rank || batchDims > rank) {
      throw WeirException.invalidArgument(
          "batch_dims must be in [%d, %d], got %d", -rank, rank, batchDims);
    }
    return (int) (batchDims < 0 ? batchDims + rank : batchDims);
  }

  @Override
  public @Nullable PartialValue partialValue(ShapeContext context, int output) {
    return Gathering.elements(context);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    long batchDims = spec.attrs().integer("batch_dims");
    return context -> {
      Tensor params = context.input(0);
      Tensor indices = context.input(1);
      int axis = Shapes.axis(context.input(2).getLong(0), params.shape().rank());
      Gathering.gather(context, params, indices, axis, batch(batchDims, indices.shape()));
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    boolean isFirst = GatherGradients.isZero(context.input(2));
    if (isFirst && context.node().attrs().integer("batch_dims") == 0) {
      context.flowSlices(
          0,
          () -> GatherGradients.rows(on, context.input(0), context.input(1), context.gradient()));
    } else {
      context.flow(
          0,
          () ->
              GatherGradients.whole(
                  on,
                  context.input(0),
                  context.input(1),
                  context.input(2),
                  context.node().attrs().integer("batch_dims"),
                  context.gradient()));
    }
  }
}
