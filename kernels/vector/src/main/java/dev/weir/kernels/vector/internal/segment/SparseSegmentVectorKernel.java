package dev.weir.kernels.vector.internal.segment;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * {@code SparseSegmentSum} and its like: sums of rows of a table, picked by index, for each of the
 * sorted ids. Sums are rounded once.
 */
final class SparseSegmentVectorKernel implements Kernel {
  /**
   * @param countInput the input with the number of segments; -1 if the last id tells
   */
  record Settings(SegmentScaling scaling, DType dtype, int countInput) {}

  private final Settings settings;
  private final GatherSumLoop loop;
  private final int shift;
  private final boolean isReal;

  SparseSegmentVectorKernel(Settings settings) {
    this.settings = settings;
    this.loop = GatherSumLoop.of(settings.dtype);
    this.shift = ScalarType.of(settings.dtype).shift();
    this.isReal = settings.dtype.isFloating();
  }

  @Override
  public void compute(KernelContext context) {
    Tensor table = context.input(0);
    IndexVector indices = new IndexVector(context.input(1));
    IndexVector ids = new IndexVector(context.input(2));
    long segments = SegmentRuns.segments(context, ids, settings.countInput);
    Tensor out = context.allocate(0, SegmentRuns.result(segments, table));
    requireInRange(ids, segments, indices, table.shape().size(0));
    SegmentRuns runs = SegmentRuns.of(ids, segments);
    if (!runs.areAll()) {
      RawMemory.bytes(out).fill((byte) 0);
    }
    int width = segments == 0 ? 0 : Math.toIntExact(out.elements() / segments);
    long bytes = (long) width << shift;
    long from = RawMemory.address(table);
    long to = RawMemory.address(out);
    runs.forEachPart(
        context,
        width,
        () -> {
          GatherSumLoop.Sums sums = new GatherSumLoop.Sums(isReal, width);
          return (segment, begin, end) -> {
            for (long i = begin; i < end; i++) {
              loop.add(from + indices.get(i) * bytes, 1, sums);
            }
            loop.store(sums, settings.scaling.factor(end - begin), to + segment * bytes);
          };
        });
  }

  /** Refuses the first id or index that is out of range. */
  private static void requireInRange(
      IndexVector ids, long segments, IndexVector indices, long tableRows) {
    ids.requireSorted();
    for (long row = 0; row < ids.count(); row++) {
      ids.within("segment_ids", row, segments);
      indices.within("indices", row, tableRows);
    }
  }
}
