package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.FastRows;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Places;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The slices of {@code params} at the places that the rows of {@code indices} name; a row has a
 * number for each of the first dimensions of {@code params}.
 */
final class GatherNd extends Op {
  GatherNd() {
    super(
        "GatherNd(params: Tparams, indices: Tindices) -> (output: Tparams) Tparams:type;"
            + " Tindices:type in [int16, int32, int64]; bad_indices_policy:string=\"\";");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape params = context.input(0);
    Shape indices = context.requireRankAtLeast(1, 1);
    Places.skipsBad(context.attrs());
    if (!params.hasRank() || !indices.hasRank() || indices.size(-1) < 0) {
      return List.of(Shape.unknown());
    }
    if (params.rank() == 0 || indices.size(-1) > params.rank()) {
      throw context.invalid(
          "indices must not have more columns than params has dimensions, and params at least one:"
              + " %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(shape(params, indices));
  }

  private static Shape shape(Shape params, Shape indices) {
    return indices
        .slice(0, indices.rank() - 1)
        .concat(params.slice((int) indices.size(-1), params.rank()));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean skipsBad = Places.skipsBad(spec.attrs());
    return context -> {
      Tensor params = context.input(0);
      Tensor indices = context.input(1);
      Tensor out = context.allocate(0, shape(params.shape(), indices.shape()));
      Places places = Places.of(indices, params.shape(), skipsBad);
      if (out.elements() > 0 && FastRows.gather(context, params, places.rows(), out)) {
        return;
      }
      long size = places.sliceSize();
      ElementCopier copier = ElementCopier.of(params, out);
      for (long n = 0; n < places.count(); n++) {
        long at = places.at(n);
        if (at >= 0) {
          copier.copy(at, n * size, size);
        } else {
          ElementCopier.clear(out, n * size, size);
        }
      }
    };
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(0, () -> GatherGradients.slices(on, context, context.input(0), context.input(1)));
  }
}
