package dev.weir.ops.sparse;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SegmentIds;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The gradient of a {@link SparseSegmentReduction} with respect to its table: row {@code i} of it
 * is the sum of the scaled gradients of all segments that picked row {@code i}, once for every
 * time.
 */
abstract class SparseSegmentGradient extends Op {
  private final SegmentScale scale;
  private final boolean isCompact;

  /**
   * @param isCompact whether only rows that were picked are computed, and their indices with them
   */
  SparseSegmentGradient(String signature, SegmentScale scale, boolean isCompact) {
    super(signature);
    this.scale = scale;
    this.isCompact = isCompact;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape grad = context.requireRankAtLeast(0, 1);
    context.requireRank(1, 1);
    context.requireRank(2, 1);
    SizeInputs.requireSameLength(context, 1, 2);
    long rows = SizeInputs.ofScalar(context, 3);
    Shape inner = grad.slice(1, grad.rank());
    if (isCompact) {
      Shape unknown = Shape.of(Shape.UNKNOWN_SIZE);
      return List.of(unknown.concat(inner), unknown);
    }
    return List.of(Shape.of(rows).concat(inner));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return this::compute;
  }

  private void compute(KernelContext context) {
    Tensor grad = context.input(0);
    Tensor indices = context.input(1);
    long tableRows = context.input(3).getLong(0);
    boolean isEmpty = tableRows == 0; // there is no row that indices could be wrong about
    long[] picked = isCompact && !isEmpty ? sortedUnique(indices) : new long[0];
    Shape inner = grad.shape().slice(1, grad.shape().rank());
    long rows = isCompact ? picked.length : tableRows;
    Tensor out = context.allocate(0, Shape.of(rows).concat(inner));
    if (isCompact) {
      Tensor unique = context.allocate(1, Shape.of(picked.length));
      for (int i = 0; i < picked.length; i++) {
        unique.setLong(i, picked[i]);
      }
    }
    if (isEmpty) {
      return;
    }
    Tensor counts = counts(context, tableRows);
    Tensor sums = context.scratch(DType.FLOAT64, out.shape());
    Accumulation.SUM.start(sums, 0, sums.elements());
    long width = inner.elements();
    for (long row = 0; row < indices.elements(); row++) {
      long index = indices.getLong(row);
      long target = (isCompact ? Arrays.binarySearch(picked, index) : index) * width;
      long segment = context.input(2).getLong(row);
      double factor = scale.factor(counts.getLong(segment));
      for (long k = 0; k < width; k++) {
        double more = factor * grad.getDouble(segment * width + k);
        sums.setDouble(target + k, sums.getDouble(target + k) + more);
      }
    }
    for (long i = 0; i < sums.elements(); i++) {
      out.setDouble(i, sums.getDouble(i));
    }
  }

  /** How many rows each segment has. Refuses indices and ids that are out of range. */
  private static Tensor counts(KernelContext context, long tableRows) {
    Tensor ids = context.input(2);
    long segments = context.input(0).shape().size(0);
    Tensor counts = context.scratch(DType.INT64, Shape.of(segments));
    Accumulation.SUM.start(counts, 0, segments);
    for (long row = 0; row < ids.elements(); row++) {
      SegmentIds.within(context.input(1), "indices", row, tableRows);
      long id = SegmentIds.within(ids, "segment_ids", row, segments);
      counts.setLong(id, counts.getLong(id) + 1);
    }
    return counts;
  }

  private static long[] sortedUnique(Tensor indices) {
    long[] all = new long[Math.toIntExact(indices.elements())];
    for (int i = 0; i < all.length; i++) {
      all[i] = indices.getLong(i);
    }
    return Arrays.stream(all).sorted().distinct().toArray();
  }

  /** It is linear: what flows back is picked and summed as the table was. */
  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("SparseSegment" + scale.opName() + "WithNumSegments")
                .input(context.gradient())
                .input(isCompact ? places(on, context) : context.input(1))
                .input(context.input(2))
                .input(on.gather(on.shape(context.input(0)), on.scalar(0, DType.INT32)))
                .build()
                .output(0));
  }

  /** Where the rows that were picked are in the compact result. */
  private static Output places(GradientOps on, GradientContext context) {
    Output unique = on.reshape(context.output(1), on.ints(1, -1));
    Output picked = on.reshape(context.input(1), on.ints(1, -1));
    return on.reshape(on.op("LowerBound", unique, picked), on.ints(-1));
  }
}
