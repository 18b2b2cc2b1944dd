package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** {@code Softmax} and {@code LogSoftmax} of floats, along the last dimension. */
final class SoftmaxVectorKernel implements Kernel {
  private final SoftmaxRow row = new SoftmaxRow();
  private final boolean isLogarithm;

  private SoftmaxVectorKernel(boolean isLogarithm) {
    this.isLogarithm = isLogarithm;
  }

  static void addTo(KernelTable table) {
    table.addShared("Softmax", DType.FLOAT32, () -> new SoftmaxVectorKernel(false));
    table.addShared("LogSoftmax", DType.FLOAT32, () -> new SoftmaxVectorKernel(true));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.forward(0, 0, x.shape());
    if (x.elements() == 0) {
      return;
    }
    int width = Math.toIntExact(x.shape().size(-1));
    long in = RawMemory.address(x);
    long out = RawMemory.address(y);
    Grain.COSTLY.forRows(
        context,
        x.elements() / width,
        width,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long offset = i * width * Float.BYTES;
            if (isLogarithm) {
              row.logarithms(in + offset, out + offset, width);
            } else {
              row.probabilities(in + offset, out + offset, width);
            }
          }
        });
  }
}
