package dev.weir.kernels.vector.internal.segment;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * {@code UnsortedSegmentSum} and its like: ids in any order, of which negative ones are left out. A
 * total is rounded with every row that is added, in order.
 */
final class UnsortedSegmentVectorKernel implements Kernel {
  /** Elements of a row that are worth it to group rows by their ids first. */
  private static final long WIDE = 8;

  record Settings(Total total, DType dtype) {}

  private final AccumulationLoop loop;
  private final ScalarType element;
  private final long start;
  private final int parts;

  UnsortedSegmentVectorKernel(Settings settings) {
    this.loop = AccumulationLoop.of(settings.total, settings.dtype);
    this.element = ScalarType.of(settings.dtype);
    this.start = settings.total.start(settings.dtype);
    this.parts = settings.dtype.isComplex() ? 2 : 1;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor data = context.input(0);
    IndexVector ids = new IndexVector(context.input(1));
    long segments = context.input(2).getLong(0);
    Shape inner = data.shape().slice(context.input(1).shape().rank(), data.shape().rank());
    Tensor out = context.allocate(0, Shape.of(segments).concat(inner));
    long width = inner.elements() * parts;
    for (long row = 0; row < ids.count(); row++) {
      if (ids.get(row) >= segments) {
        ids.within("segment_ids", row, segments);
      }
    }
    long from = RawMemory.address(data);
    long to = RawMemory.address(out);
    if (width < WIDE || !RowGroups.areWorthIt(ids.count(), segments)) {
      fill(to, segments * width);
      for (long row = 0; row < ids.count(); row++) {
        long id = ids.get(row);
        if (id >= 0) {
          loop.run(element.at(to, id * width), element.at(from, row * width), width);
        }
      }
      return;
    }
    RowGroups.of(ids, (int) segments)
        .forEach(
            context,
            width,
            (id, rows, begin, end) -> {
              long total = element.at(to, (long) id * width);
              fill(total, width);
              for (int i = begin; i < end; i++) {
                loop.run(total, element.at(from, rows[i] * width), width);
              }
            });
  }

  private void fill(long to, long count) {
    for (long i = 0; i < count; i++) {
      element.setBits(element.at(to, i), start);
    }
  }
}
