package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.function.LongBinaryOperator;

/**
 * {@code Cumsum}, {@code Cumprod} and {@code CumulativeLogsumexp}: along the last dimension number
 * by number, along others row after row, a strip of columns at a time.
 */
final class ScanVectorKernel implements Kernel {
  /** Columns whose totals stay in first-level cache from row to row. */
  private static final int STRIP = 512;

  private record Settings(boolean isExclusive, boolean isReverse) {
    static Settings of(KernelSpec spec) {
      return new Settings(spec.attrs().bool("exclusive"), spec.attrs().bool("reverse"));
    }
  }

  private final ScanLoop loop;
  private final int shift;
  private final int parts;
  private final boolean isReverse;

  private ScanVectorKernel(
      DType dtype, LongBinaryOperator function, long start, Settings settings) {
    ScalarType element = ScalarType.of(dtype);
    this.loop = ScanLoop.of(new ScanLoop.Operation(element, function, start, settings.isExclusive));
    this.shift = element.shift();
    this.parts = dtype.isComplex() ? 2 : 1;
    this.isReverse = settings.isReverse;
  }

  static void addTo(KernelTable table, DType dtype) {
    boolean isReal = ScalarType.of(dtype).isReal();
    add(table, "Cumsum", dtype, ReductionFunction.sum(isReal));
    if (dtype.isComplex()) {
      return;
    }
    add(table, "Cumprod", dtype, ReductionFunction.product(isReal));
    if (isReal) {
      add(
          table,
          "CumulativeLogsumexp",
          dtype,
          ReductionFunction.real(
              Double.NEGATIVE_INFINITY, (x, y) -> x, ScanVectorKernel::logOfSum));
    }
  }

  private static void add(KernelTable table, String op, DType dtype, ReductionFunction function) {
    table.addCached(
        op,
        dtype,
        Settings::of,
        settings -> new ScanVectorKernel(dtype, function.scalars(), function.start(), settings));
  }

  private static double logOfSum(double a, double b) {
    double greater = Math.max(a, b);
    double less = Math.min(a, b);
    return greater == Double.NEGATIVE_INFINITY
        ? greater
        : greater + Math.log1p(Math.exp(less - greater));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Shape shape = x.shape();
    Tensor y = context.allocate(0, shape);
    if (x.elements() == 0) {
      return;
    }
    int axis = (int) context.input(1).getLong(0);
    axis = axis < 0 ? axis + shape.rank() : axis;
    long count = shape.size(axis);
    long inner = shape.elements(axis + 1, shape.rank()) * parts;
    long strips = Math.ceilDiv(inner, STRIP);
    long first = isReverse ? (count - 1) * inner : 0;
    long step = (isReverse ? -inner : inner) << shift;
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    Grain.CHEAP.forRows(
        context,
        shape.elements(0, axis) * strips,
        count * Math.min(inner, STRIP),
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long column = i % strips * STRIP;
            long offset = i / strips * count * inner + first + column << shift;
            if (inner == 1) {
              loop.scan(in + offset, out + offset, step, count);
            } else {
              long[] totals = new long[(int) Math.min(STRIP, inner - column)];
              loop.scanColumns(in + offset, out + offset, step, count, totals);
            }
          }
        });
  }
}
