package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.elementwise.ArithmeticKernels;
import dev.weir.kernels.vector.internal.elementwise.BinaryLoop;
import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/**
 * {@code Cumsum} of float32: along the last dimension number by number, along others row after row,
 * a strip of columns at a time.
 */
final class CumsumVectorKernel implements Kernel {
  /** Columns whose totals stay in first-level cache from row to row. */
  private static final long STRIP = 512;

  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

  private final BinaryLoop sum = ArithmeticKernels.sum(Element.FLOAT);
  private final Settings settings;

  private record Settings(boolean isExclusive, boolean isReverse) {
    static Settings of(KernelSpec spec) {
      return new Settings(spec.attrs().bool("exclusive"), spec.attrs().bool("reverse"));
    }
  }

  private CumsumVectorKernel(Settings settings) {
    this.settings = settings;
  }

  static void addTo(KernelTable table) {
    table.addCached("Cumsum", DType.FLOAT32, Settings::of, CumsumVectorKernel::new);
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
    long inner = shape.elements(axis + 1, shape.rank());
    long strips = Math.ceilDiv(inner, STRIP);
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    Grain.CHEAP.forRows(
        context,
        shape.elements(0, axis) * strips,
        count * Math.min(inner, STRIP),
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long column = i % strips * STRIP;
            long offset = (i / strips * count * inner + column) * Float.BYTES;
            if (inner == 1) {
              scan(in + offset, out + offset, count);
            } else {
              scan(in + offset, out + offset, count, inner, Math.min(STRIP, inner - column));
            }
          }
        });
  }

  /** Bytes from the first element of a scan to the n-th of so many. */
  private long offset(long n, long count, long inner) {
    return (settings.isReverse() ? count - 1 - n : n) * inner * Float.BYTES;
  }

  private void scan(long in, long out, long count) {
    float total = 0;
    for (long n = 0; n < count; n++) {
      long at = offset(n, count, 1);
      float value = RawMemory.ALL.get(FLOAT, in + at);
      if (settings.isExclusive()) {
        RawMemory.ALL.set(FLOAT, out + at, total);
        total += value;
      } else {
        total += value;
        RawMemory.ALL.set(FLOAT, out + at, total);
      }
    }
  }

  private void scan(long in, long out, long count, long inner, long columns) {
    for (long k = 0; k < columns; k++) {
      long at = offset(0, count, inner) + k * Float.BYTES;
      float first = settings.isExclusive() ? 0 : 0 + RawMemory.ALL.get(FLOAT, in + at);
      RawMemory.ALL.set(FLOAT, out + at, first);
    }
    for (long n = 1; n < count; n++) {
      long before = offset(n - 1, count, inner);
      long at = offset(n, count, inner);
      sum.run(out + before, in + (settings.isExclusive() ? before : at), out + at, columns);
    }
  }
}
