package dev.weir.ops.math.segment;

import dev.weir.error.WeirException;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SegmentIds;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Makes one row of each run of rows with the same id. Ids are not negative and never decrease; the
 * result has a row for every id up to the last, and ids that do not occur get the value of an empty
 * segment.
 */
abstract class SegmentReduction extends Op {
  private final Accumulation accumulation;
  private final boolean hasNumSegments;

  /**
   * @param hasNumSegments whether input 2 says how many rows the result has
   */
  SegmentReduction(String signature, Accumulation accumulation, boolean hasNumSegments) {
    super(signature);
    this.accumulation = accumulation;
    this.hasNumSegments = hasNumSegments;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape data = context.requireRankAtLeast(0, 1);
    context.requireRank(1, 1);
    if (data.hasRank()) {
      SizeInputs.requireSameLength(context, 0, 1);
    }
    long rows = hasNumSegments ? SizeInputs.ofScalar(context, 2) : Shape.UNKNOWN_SIZE;
    return List.of(Shape.of(rows).concat(data.slice(1, data.rank())));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return this::reduce;
  }

  private void reduce(KernelContext context) {
    Tensor data = context.input(0);
    Tensor ids = context.input(1);
    long count = ids.elements();
    long last = count == 0 ? -1 : ids.getLong(count - 1);
    long rows = hasNumSegments ? context.input(2).getLong(0) : last + 1;
    if (rows < 0) {
      throw WeirException.invalidArgument(
          "segment ids must not be negative: segment_ids[%d] is %d", count - 1, last);
    }
    Tensor out =
        context.allocate(0, Shape.of(rows).concat(data.shape().slice(1, data.shape().rank())));
    long width = rows == 0 ? 0 : out.elements() / rows;
    fillEmpty(out);
    SegmentIds.requireSorted(ids);
    for (long row = 0; row < count; row++) {
      long id = SegmentIds.within(ids, "segment_ids", row, rows);
      boolean isFirst = row == 0 || ids.getLong(row - 1) != id;
      if (isFirst) {
        out.copyFrom(data, row * width, id * width, width);
        continue;
      }
      accumulation.addAll(out, id * width, data, row * width, width);
    }
    finish(out, ids, width);
  }

  private void fillEmpty(Tensor out) {
    Accumulation empty = accumulation == Accumulation.PRODUCT ? accumulation : Accumulation.SUM;
    empty.start(out, 0, out.elements());
  }

  /** Has the last word on the rows of the result. */
  void finish(Tensor out, Tensor ids, long width) {}

  @Override
  public void gradient(GradientContext context) {
    context.flow(0, () -> new SegmentGradients(context, true).of(accumulation));
  }
}
