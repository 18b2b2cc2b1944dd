package dev.weir.kernels.vector.internal.rank;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * {@code Bincount}, {@code DenseBincount}, {@code HistogramFixedWidth} and {@code Bucketize} of one
 * type. Each thread counts for itself; weights are added in order by one thread a row.
 */
final class BinVectorKernels {
  /** Bins that a thread may have for itself. */
  private static final int MOST_BINS = 1 << 16;

  /** Adding 1 changes nothing from here on. */
  private static final int MOST_IN_FLOAT = 1 << 24;

  private final CountLoop loop;
  private final int shift;

  private BinVectorKernels(DType dtype) {
    this.loop = CountLoop.of(dtype);
    this.shift = ScalarType.of(dtype).shift();
  }

  static void addTo(KernelTable table) {
    for (DType dtype : new DType[] {DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64}) {
      table.addShared("HistogramFixedWidth", dtype, () -> new BinVectorKernels(dtype)::histogram);
      table.add(
          "Bucketize",
          dtype,
          spec -> {
            double[] boundaries = doubles(spec.attrs().floats("boundaries"));
            BinVectorKernels kernels = new BinVectorKernels(dtype);
            return boundaries == null ? null : context -> kernels.bucketize(context, boundaries);
          });
    }
    table.addShared(
        "Bincount",
        DType.INT32,
        () -> {
          BinVectorKernels kernels = new BinVectorKernels(DType.INT32);
          return context -> kernels.count(context, Shape.scalar(), false);
        });
    for (DType dtype : new DType[] {DType.INT32, DType.INT64}) {
      table.addCached(
          "DenseBincount",
          dtype,
          spec -> spec.attrs().bool("binary_output"),
          isBinary -> {
            BinVectorKernels kernels = new BinVectorKernels(dtype);
            return context -> {
              Shape shape = context.input(0).shape();
              kernels.count(context, shape.slice(0, shape.rank() == 2 ? 1 : 0), isBinary);
            };
          });
    }
  }

  /** Null if one is not a number, so that a search would go astray. */
  private static double @org.jspecify.annotations.Nullable [] doubles(float[] floats) {
    double[] doubles = new double[floats.length];
    for (int i = 0; i < doubles.length; i++) {
      if (Float.isNaN(floats[i])) {
        return null;
      }
      doubles[i] = floats[i];
    }
    return doubles;
  }

  private void bucketize(KernelContext context, double[] boundaries) {
    Tensor in = context.input(0);
    long from = RawMemory.address(in);
    long to = RawMemory.address(context.allocate(0, in.shape()));
    Grain.COSTLY.forRange(
        context,
        in.elements(),
        (first, last) ->
            loop.buckets(
                from + (first << shift), last - first, boundaries, to + first * Integer.BYTES));
  }

  private void histogram(KernelContext context) {
    Tensor values = context.input(0);
    double low = context.input(1).getDouble(0);
    double high = context.input(1).getDouble(1);
    if (!(low < high)) {
      throw WeirException.invalidArgument(
          "value_range must ascend: its first number is %s, its second %s", low, high);
    }
    int size = Math.toIntExact(context.input(2).getLong(0));
    Tensor bins = context.allocate(0, Shape.of(size));
    double width = (high - low) / size;
    long from = RawMemory.address(values);
    int[] counts = new int[size];
    if (size > MOST_BINS) {
      loop.histogram(from, values.elements(), low, width, counts);
    } else {
      Grain.COSTLY.forRange(
          context,
          values.elements(),
          (first, last) -> {
            int[] own = new int[size];
            loop.histogram(from + (first << shift), last - first, low, width, own);
            addTo(counts, own);
          });
    }
    store(counts, Integer.MAX_VALUE, bins, 0);
  }

  private static void addTo(int[] counts, int[] more) {
    synchronized (counts) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] += more[i];
      }
    }
  }

  private static void store(int[] counts, int most, Tensor bins, long first) {
    ScalarType bin = ScalarType.of(bins.dtype());
    long at = bin.at(RawMemory.address(bins), first);
    for (int i = 0; i < counts.length; i++) {
      long count = Math.min(counts[i], most);
      bin.setBits(bin.at(at, i), bin.isReal() ? Double.doubleToRawLongBits(count) : count);
    }
  }

  /**
   * @param rows the shape of the rows that are counted each for itself
   */
  private void count(KernelContext context, Shape rows, boolean isBinary) {
    Tensor values = context.input(0);
    Tensor weights = context.input(2);
    long size = context.input(1).getLong(0);
    Tensor bins = context.allocate(0, rows.concat(Shape.of(size)));
    long from = RawMemory.address(values);
    long negative = loop.firstNegative(from, values.elements());
    if (negative < values.elements()) {
      throw WeirException.invalidArgument(
          "only integers that are not negative can be counted: element %d is %d",
          negative, values.getLong(negative));
    }
    if (bins.elements() == 0) {
      return;
    }
    long height = rows.elements();
    long width = values.elements() / height;
    boolean isWeighted = weights.elements() > 0 && !isBinary;
    int most = isBinary ? 1 : bins.dtype() == DType.FLOAT32 ? MOST_IN_FLOAT : Integer.MAX_VALUE;
    if (!isWeighted && height == 1 && size <= MOST_BINS) {
      int[] counts = new int[(int) size];
      Grain.COSTLY.forRange(
          context,
          width,
          (first, last) -> {
            int[] own = new int[counts.length];
            loop.tally(from + (first << shift), last - first, own);
            addTo(counts, own);
          });
      store(counts, most, bins, 0);
      return;
    }
    boolean isSmall = !isWeighted && size <= Math.max(MOST_BINS, values.elements());
    Grain.COSTLY.forRows(
        context,
        height,
        width + size,
        (first, last) -> {
          for (long row = first; row < last; row++) {
            long at = from + (row * width << shift);
            if (isSmall || isBinary) {
              int[] counts = new int[Math.toIntExact(size)];
              loop.tally(at, width, counts);
              store(counts, most, bins, row * size);
            } else {
              weigh(at, width, isWeighted ? weights : null, row, bins, size);
            }
          }
        });
  }

  private void weigh(
      long at,
      long width,
      @org.jspecify.annotations.Nullable Tensor weights,
      long row,
      Tensor bins,
      long size) {
    ScalarType bin = ScalarType.of(bins.dtype());
    long first = bin.at(RawMemory.address(bins), row * size);
    RawMemory.ALL.asSlice(first, size << bin.shift()).fill((byte) 0);
    long ofRow = weights == null ? 0 : bin.at(RawMemory.address(weights), row * width);
    loop.weigh(at, width, ofRow, bin, first, size);
  }
}
