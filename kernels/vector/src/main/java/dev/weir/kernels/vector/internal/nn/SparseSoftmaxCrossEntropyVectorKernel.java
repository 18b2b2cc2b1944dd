package dev.weir.kernels.vector.internal.nn;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** {@code SparseSoftmaxCrossEntropyWithLogits} of floats. */
final class SparseSoftmaxCrossEntropyVectorKernel implements Kernel {
  private final CrossEntropyRow row = new CrossEntropyRow();

  private SparseSoftmaxCrossEntropyVectorKernel() {}

  static void addTo(KernelTable table) {
    table.addShared(
        "SparseSoftmaxCrossEntropyWithLogits",
        DType.FLOAT32,
        SparseSoftmaxCrossEntropyVectorKernel::new);
  }

  @Override
  public void compute(KernelContext context) {
    Tensor features = context.input(0);
    Tensor labels = context.input(1);
    int width = Math.toIntExact(features.shape().size(1));
    requireClasses(labels, width);
    Tensor loss = context.allocate(0, labels.shape());
    Tensor backprop = context.forward(0, 1, features.shape());
    long in = RawMemory.address(features);
    long out = RawMemory.address(backprop);
    Grain.COSTLY.forRows(
        context,
        loss.elements(),
        width,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long offset = i * width * Float.BYTES;
            int label = (int) labels.getLong(i);
            loss.setDouble(i, row.ofLabel(in + offset, label, out + offset, width));
          }
        });
  }

  /** Refuses labels that are no classes. */
  static void requireClasses(Tensor labels, int width) {
    for (long i = 0; i < labels.elements(); i++) {
      long label = labels.getLong(i);
      if (label < 0 || label >= width) {
        throw WeirException.invalidArgument(
            "a label must be in [0, %d): labels[%d] is %d", width, i, label);
      }
    }
  }
}
