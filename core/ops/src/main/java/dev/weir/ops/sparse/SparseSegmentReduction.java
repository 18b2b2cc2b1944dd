package dev.weir.ops.sparse;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
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
import java.util.List;

/**
 * Sums rows of a table, picked by index, segment by segment, and scales the sums. Segment ids never
 * decrease; ids that do not occur give rows of 0.
 */
abstract class SparseSegmentReduction extends Op {
  private final SegmentScale scale;
  private final boolean hasNumSegments;

  /**
   * @param hasNumSegments whether input 3 says how many rows the result has
   */
  SparseSegmentReduction(String signature, SegmentScale scale, boolean hasNumSegments) {
    super(signature);
    this.scale = scale;
    this.hasNumSegments = hasNumSegments;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape data = context.requireRankAtLeast(0, 1);
    context.requireRank(1, 1);
    context.requireRank(2, 1);
    SizeInputs.requireSameLength(context, 1, 2);
    long rows = hasNumSegments ? SizeInputs.ofScalar(context, 3) : Shape.UNKNOWN_SIZE;
    return List.of(Shape.of(rows).concat(data.slice(1, data.rank())));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return this::reduce;
  }

  private void reduce(KernelContext context) {
    Tensor data = context.input(0);
    Tensor ids = context.input(2);
    long count = ids.elements();
    long last = count == 0 ? -1 : ids.getLong(count - 1);
    long rows = hasNumSegments ? context.input(3).getLong(0) : last + 1;
    if (rows < 0) {
      throw WeirException.invalidArgument(
          "segment ids must not be negative: segment_ids[%d] is %d", count - 1, last);
    }
    Shape inner = data.shape().slice(1, data.shape().rank());
    Tensor out = context.allocate(0, Shape.of(rows).concat(inner));
    Accumulation.SUM.start(out, 0, out.elements());
    long begin = 0;
    SegmentIds.requireSorted(ids);
    for (long row = 0; row < count; row++) {
      SegmentIds.within(ids, "segment_ids", row, rows);
      SegmentIds.within(context.input(1), "indices", row, data.shape().size(0));
      if (row + 1 == count || ids.getLong(row + 1) != ids.getLong(row)) {
        sumSegment(data, context.input(1), begin, row + 1, out, ids.getLong(row));
        begin = row + 1;
      }
    }
  }

  /** Sums the rows {@code indices[begin, end)} of the table. */
  private void sumSegment(
      Tensor data, Tensor indices, long begin, long end, Tensor out, long segment) {
    long width = out.elements() / out.shape().size(0);
    double factor = scale.factor(end - begin);
    boolean isFloating = data.dtype().isFloating();
    for (long k = 0; k < width; k++) {
      double sum = 0;
      long integerSum = 0;
      for (long row = begin; row < end; row++) {
        long i = indices.getLong(row) * width + k;
        if (isFloating) {
          sum += data.getDouble(i);
        } else {
          integerSum += data.getLong(i);
        }
      }
      if (isFloating) {
        out.setDouble(segment * width + k, sum * factor);
      } else {
        out.setLong(segment * width + k, integerSum);
      }
    }
  }

  @Override
  public final void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    Output table = context.input(0);
    if (context.node().attrs().bool("sparse_gradient")) {
      context.flowSlices(
          0,
          () -> {
            Node rows = gradientNode(on, context, "GradV2");
            return new IndexedSlices(rows.output(0), rows.output(1), on.shape(table));
          });
    } else {
      context.flow(0, () -> gradientNode(on, context, "Grad").output(0));
    }
  }

  private Node gradientNode(GradientOps on, GradientContext context, String version) {
    return on.node("SparseSegment" + scale.opName() + version)
        .input(context.gradient())
        .input(context.input(1))
        .input(context.input(2))
        .input(on.gather(on.shape(context.input(0)), on.scalar(0, DType.INT32)))
        .build();
  }
}
