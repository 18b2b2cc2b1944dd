package dev.weir.kernels.vector.internal.reduce;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/**
 * {@code ArgMax} and {@code ArgMin} of float32: the index of the first greatest or least element.
 * NaN is never chosen, nor is an infinity that any finite number beats.
 */
final class ArgVectorKernel implements Kernel {
  private final float sign;

  /** Of a sign of 1 for the greatest and -1 for the least. */
  private ArgVectorKernel(float sign) {
    this.sign = sign;
  }

  static void addTo(KernelTable table) {
    table.addShared("ArgMax", DType.FLOAT32, () -> new ArgVectorKernel(1));
    table.addShared("ArgMin", DType.FLOAT32, () -> new ArgVectorKernel(-1));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Shape shape = x.shape();
    int axis = (int) context.input(1).getLong(0);
    axis = axis < 0 ? axis + shape.rank() : axis;
    Shape outer = shape.slice(0, axis);
    Shape inner = shape.slice(axis + 1, shape.rank());
    Tensor y = context.allocate(0, outer.concat(inner));
    long count = shape.size(axis);
    long step = inner.elements();
    long in = RawMemory.address(x);
    Grain.CHEAP.forRows(
        context,
        y.elements(),
        count,
        (from, to) -> {
          for (long r = from; r < to; r++) {
            long first = r / step * step * count + r % step;
            y.setLong(r, find(in + first * Float.BYTES, step * Float.BYTES, count));
          }
        });
  }

  private long find(long at, long step, long count) {
    float record = -Float.MAX_VALUE;
    long best = 0;
    long from = at;
    for (long n = 0; n < count; n++) {
      float value = sign * RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, from);
      if (value > record) {
        record = value;
        best = n;
      }
      from += step;
    }
    return best;
  }
}
