package dev.weir.ops.array.index;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Copies;
import dev.weir.ops.support.ElementCombiner;
import dev.weir.ops.support.ElementCopier;
import dev.weir.ops.support.FastRows;
import dev.weir.ops.support.GatherGradients;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Places;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.Function;

/** What ops that change slices of a tensor at given places have in common. */
abstract class Scattering extends Op {
  private final Function<DType, ElementCombiner> combiner;
  private final int target;
  private final int indices;
  private final int updates;

  /**
   * @param target which input is the tensor, or the shape of one that is all zeros
   * @param indices which input has the places
   * @param updates which input has the slices
   */
  Scattering(
      String signature,
      Function<DType, ElementCombiner> combiner,
      int target,
      int indices,
      int updates) {
    super(signature);
    this.combiner = combiner;
    this.target = target;
    this.indices = indices;
    this.updates = updates;
  }

  /** For ops on a tensor, its indices and its updates, in this order. */
  Scattering(String signature, Function<DType, ElementCombiner> combiner) {
    this(signature, combiner, 0, 1, 2);
  }

  private boolean startsFromZeros() {
    return target > updates;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape shape =
        startsFromZeros() ? Sizes.shape(context, target) : context.requireRankAtLeast(target, 1);
    Shape places = context.requireRankAtLeast(indices, 1);
    Shape slices = context.requireRankAtLeast(updates, 1);
    Places.skipsBad(context.attrs());
    requireElements(context, shape);
    requireRows(context, places);
    if (places.hasRank() && slices.hasRank() && places.size(-1) >= 0) {
      requireFit(context, shape, places, slices);
    }
    return List.of(shape);
  }

  private void requireElements(ShapeContext context, Shape shape) {
    long places = Sizes.elements(context.input(indices));
    long slices = Sizes.elements(context.input(updates));
    boolean isEmpty = Sizes.elements(shape) == 0 || places == 0 || slices == 0;
    if (isEmpty && (places > 0 || slices > 0)) {
      throw context.invalid(
          "the tensor, indices and updates must all have elements, or neither of the last two: the"
              + " tensor is %s, %s, %s",
          shape, context.describe(indices), context.describe(updates));
    }
  }

  /** A single index is a row, too; only where there are no places may the rows be missing. */
  private void requireRows(ShapeContext context, Shape places) {
    if (places.hasRank(1) && Sizes.elements(places) > 0) {
      throw context.invalid(
          "indices must be rows of numbers, at least rank 2: %s", context.describe(indices));
    }
  }

  private void requireFit(ShapeContext context, Shape shape, Shape places, Shape slices) {
    int outer = places.rank() - 1;
    int depth = (int) Math.min(Integer.MAX_VALUE, places.size(-1));
    boolean fits =
        slices.rank() >= outer
            && slices.slice(0, outer).isCompatibleWith(places.slice(0, outer))
            && (!shape.hasRank()
                || (depth <= shape.rank()
                    && slices
                        .slice(outer, slices.rank())
                        .isCompatibleWith(shape.slice(depth, shape.rank()))));
    if (!fits) {
      throw context.invalid(
          "updates must have the first dimensions of indices, then those of the tensor after the"
              + " first %d: the tensor is %s, %s, %s",
          depth, shape, context.describe(indices), context.describe(updates));
    }
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    boolean skipsBad = Places.skipsBad(spec.attrs());
    ElementCombiner combine = combiner.apply(spec.inputDtype(updates));
    boolean replaces = combine.equals(ElementCombiner.REPLACE);
    return context -> {
      Tensor slices = context.input(updates);
      Tensor out = start(context);
      Places places = Places.of(context.input(indices), out.shape(), skipsBad);
      if (FastRows.scatter(context, combine, slices, places.rows(), out)) {
        return;
      }
      ElementCopier copier = ElementCopier.of(slices, out);
      long size = places.sliceSize();
      for (long n = 0; n < places.count(); n++) {
        long at = places.at(n);
        if (at < 0) {
          continue;
        }
        if (replaces) {
          copier.copy(n * size, at, size);
          continue;
        }
        combine.applyAll(out, at, slices, n * size, size);
      }
    };
  }

  /** The tensor before it is changed. */
  private Tensor start(KernelContext context) {
    Tensor given = context.input(target);
    if (startsFromZeros()) {
      Tensor zeros = context.allocate(0, Shape.of(Sizes.values(given)));
      ElementCopier.clear(zeros);
      return zeros;
    }
    return Copies.writable(context, target);
  }

  /** Of the largest or smallest: the gradient is shared by all that are equal to the result. */
  static void extremeGradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output dy = context.gradient();
    Output indices = context.input(1);
    Output result = context.output(0);
    Output keeps = on.cast(on.op("Equal", context.input(0), result), dy.dtype());
    Output there = GatherGradients.byIndices(on, context, "GatherNd", result, indices);
    Output sets = on.cast(on.op("Equal", context.input(2), there), dy.dtype());
    Output shares =
        GatherGradients.byIndices(on, context, "TensorScatterAdd", keeps, indices, sets);
    Output each = on.op("DivNoNan", dy, shares);
    context.flow(0, () -> on.mul(keeps, each));
    context.flow(
        2, () -> on.mul(sets, GatherGradients.byIndices(on, context, "GatherNd", each, indices)));
  }
}
