package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * {@code Softmax} and {@code LogSoftmax} of doubles and of 16-bit numbers, which are rounded once.
 */
final class WideSoftmaxVectorKernel implements Kernel {
  private final WideLogits logits = new WideLogits();
  private final WideRows rows;
  private final boolean isLogarithm;

  private WideSoftmaxVectorKernel(DType dtype, boolean isLogarithm) {
    this.rows = WideRows.of(dtype);
    this.isLogarithm = isLogarithm;
  }

  static void addTo(KernelTable table, DType dtype) {
    table.addShared("Softmax", dtype, () -> new WideSoftmaxVectorKernel(dtype, false));
    table.addShared("LogSoftmax", dtype, () -> new WideSoftmaxVectorKernel(dtype, true));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.forward(0, 0, x.shape());
    if (x.elements() == 0) {
      return;
    }
    int width = Math.toIntExact(x.shape().size(-1));
    long bytes = (long) width * x.dtype().byteSize();
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    Grain.COSTLY.forRows(
        context,
        x.elements() / width,
        width,
        (from, to) -> {
          double[] row = new double[width];
          double[] exponentials = new double[width];
          for (long i = from; i < to; i++) {
            rows.load(in + i * bytes, row);
            double greatest = WideLogits.greatest(row);
            double sum = logits.exponentials(row, greatest, exponentials);
            if (isLogarithm) {
              WideLogits.subtract(row, greatest);
              WideLogits.subtract(row, Math.log(sum));
              rows.store(row, out + i * bytes);
            } else {
              WideLogits.scale(exponentials, 1 / sum);
              rows.store(exponentials, out + i * bytes);
            }
          }
        });
  }
}
