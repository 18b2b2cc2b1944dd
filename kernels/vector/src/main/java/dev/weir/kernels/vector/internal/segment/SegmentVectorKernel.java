package dev.weir.kernels.vector.internal.segment;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/**
 * {@code SegmentSum} and its like: sorted ids. A total is rounded with every row that is added, in
 * order.
 */
final class SegmentVectorKernel implements Kernel {
  /**
   * @param countInput the input with the number of segments; -1 if the last id tells
   */
  record Settings(Total total, DType dtype, boolean isMean, int countInput) {}

  private final Settings settings;
  private final AccumulationLoop loop;
  private final ScalarType element;
  private final int parts;

  SegmentVectorKernel(Settings settings) {
    this.settings = settings;
    this.loop = AccumulationLoop.of(settings.total, settings.dtype);
    this.element = ScalarType.of(settings.dtype);
    this.parts = settings.dtype.isComplex() ? 2 : 1;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor data = context.input(0);
    IndexVector ids = new IndexVector(context.input(1));
    long segments = SegmentRuns.segments(context, ids, settings.countInput);
    Tensor out = context.allocate(0, SegmentRuns.result(segments, data));
    SegmentRuns runs = SegmentRuns.of(ids, segments);
    long width = segments == 0 ? 0 : out.elements() / segments * parts;
    long to = RawMemory.address(out);
    if (!runs.areAll()) {
      fillEmpty(to, out.elements() * parts);
    }
    long from = RawMemory.address(data);
    runs.forEach(
        context,
        width,
        (segment, begin, end) -> {
          long total = element.at(to, segment * width);
          long first = element.at(from, begin * width);
          MemorySegment.copy(RawMemory.ALL, first, RawMemory.ALL, total, width << element.shift());
          for (long row = begin + 1; row < end; row++) {
            loop.run(total, element.at(from, row * width), width);
          }
          if (settings.isMean && end - begin > 1) {
            divide(total, width, end - begin);
          }
        });
  }

  private void fillEmpty(long to, long count) {
    long empty = settings.total == Total.PRODUCT ? settings.total.start(settings.dtype) : 0;
    for (long i = 0; i < count; i++) {
      element.setBits(element.at(to, i), empty);
    }
  }

  private void divide(long totals, long width, long count) {
    for (long i = 0; i < width; i++) {
      long at = element.at(totals, i);
      element.setBits(at, quotient(element.bits(at), count));
    }
  }

  private long quotient(long total, long count) {
    if (element.isReal()) {
      return Double.doubleToRawLongBits(Double.longBitsToDouble(total) / count);
    }
    return settings.dtype.isUnsigned() ? Long.divideUnsigned(total, count) : total / count;
  }
}
