package dev.weir.kernels.vector.internal.segment;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * {@code SparseSegmentSumGrad} and its like: each row of the table gets the sum of the scaled
 * gradients of all segments that picked it, in double precision; in the compact form only rows that
 * were picked are there.
 */
final class SparseSegmentGradientVectorKernel implements Kernel {
  record Settings(SegmentScaling scaling, DType dtype, boolean isCompact) {}

  private final Settings settings;
  private final GatherSumLoop loop;
  private final int shift;

  SparseSegmentGradientVectorKernel(Settings settings) {
    this.settings = settings;
    this.loop = GatherSumLoop.of(settings.dtype);
    this.shift = ScalarType.of(settings.dtype).shift();
  }

  @Override
  public void compute(KernelContext context) {
    Tensor grad = context.input(0);
    IndexVector indices = new IndexVector(context.input(1));
    IndexVector ids = new IndexVector(context.input(2));
    long tableRows = context.input(3).getLong(0);
    Shape inner = grad.shape().slice(1, grad.shape().rank());
    if (tableRows == 0) { // there is no row that indices could be wrong about
      context.allocate(0, Shape.of(0).concat(inner));
      if (settings.isCompact) {
        context.allocate(1, Shape.of(0));
      }
      return;
    }
    double[] factors = factors(indices, tableRows, ids, grad.shape().size(0));
    boolean isSparse = settings.isCompact || !RowGroups.areWorthIt(indices.count(), tableRows);
    long[] picked = isSparse ? sortedUnique(indices) : new long[0];
    long rows = settings.isCompact ? picked.length : tableRows;
    Tensor out = context.allocate(0, Shape.of(rows).concat(inner));
    if (settings.isCompact) {
      Tensor unique = context.allocate(1, Shape.of(picked.length));
      for (int i = 0; i < picked.length; i++) {
        unique.setLong(i, picked[i]);
      }
    }
    boolean isScattered = isSparse && !settings.isCompact;
    if (isScattered) {
      RawMemory.bytes(out).fill((byte) 0);
    }
    IndexVector targets = isSparse ? places(context, indices, picked) : indices;
    int width = Math.toIntExact(inner.elements());
    long bytes = (long) width << shift;
    long from = RawMemory.address(grad);
    long to = RawMemory.address(out);
    RowGroups.of(targets, isSparse ? picked.length : (int) tableRows)
        .forEachPart(
            context,
            width,
            () -> {
              GatherSumLoop.Sums sums = new GatherSumLoop.Sums(true, width);
              return (target, sources, begin, end) -> {
                for (int i = begin; i < end; i++) {
                  long segment = ids.get(sources[i]);
                  loop.add(from + segment * bytes, factors[(int) segment], sums);
                }
                loop.store(sums, 1, to + (isScattered ? picked[target] : target) * bytes);
              };
            });
  }

  /** What the gradient of each segment is multiplied by. Refuses what is out of range. */
  private double[] factors(IndexVector indices, long tableRows, IndexVector ids, long segments) {
    long[] counts = new long[Math.toIntExact(segments)];
    for (long row = 0; row < ids.count(); row++) {
      indices.within("indices", row, tableRows);
      counts[(int) ids.within("segment_ids", row, segments)]++;
    }
    double[] factors = new double[counts.length];
    for (int i = 0; i < factors.length; i++) {
      factors[i] = settings.scaling.factor(counts[i]);
    }
    return factors;
  }

  private static long[] sortedUnique(IndexVector indices) {
    long[] all = new long[Math.toIntExact(indices.count())];
    for (int i = 0; i < all.length; i++) {
      all[i] = indices.get(i);
    }
    Arrays.sort(all);
    int used = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[used++] = all[i];
      }
    }
    return Arrays.copyOf(all, used);
  }

  /** Where the indices are among those that were picked. */
  private static IndexVector places(KernelContext context, IndexVector indices, long[] picked) {
    Tensor places = context.scratch(DType.INT32, Shape.of(indices.count()));
    for (long i = 0; i < indices.count(); i++) {
      places.setLong(i, Arrays.binarySearch(picked, indices.get(i)));
    }
    return new IndexVector(places);
  }
}
