package dev.weir.ops.math.segment;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.ReductionShapes;
import dev.weir.ops.support.SegmentIds;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Makes one slice of all slices with the same id, in any order. The ids may have several
 * dimensions, which are the first ones of the data; negative ids are left out. The number of
 * segments is given.
 */
abstract class UnsortedSegmentReduction extends Op {
  private final Accumulation accumulation;

  UnsortedSegmentReduction(String signature, Accumulation accumulation) {
    super(signature);
    this.accumulation = accumulation;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    return List.of(ReductionShapes.ofSegments(context));
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return this::reduce;
  }

  private void reduce(KernelContext context) {
    Tensor data = context.input(0);
    Tensor ids = context.input(1);
    long rows = context.input(2).getLong(0);
    Shape inner = data.shape().slice(ids.shape().rank(), data.shape().rank());
    Tensor out = context.allocate(0, Shape.of(rows).concat(inner));
    accumulation.start(out, 0, out.elements());
    long width = inner.elements();
    for (long row = 0; row < ids.elements(); row++) {
      long id = ids.getLong(row);
      if (id < 0) {
        continue;
      }
      SegmentIds.within(ids, "segment_ids", row, rows);
      accumulation.addAll(out, id * width, data, row * width, width);
    }
  }

  @Override
  public final void gradient(GradientContext context) {
    context.flow(0, () -> new SegmentGradients(context, false).of(accumulation));
  }
}
