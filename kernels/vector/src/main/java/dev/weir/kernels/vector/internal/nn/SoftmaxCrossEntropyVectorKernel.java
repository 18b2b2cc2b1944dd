package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * {@code SoftmaxCrossEntropyWithLogits} of floats. Operands of different shapes, or without
 * classes, are left to the reference kernel.
 */
final class SoftmaxCrossEntropyVectorKernel implements Kernel {
  private static final CrossEntropyRow ROW = new CrossEntropyRow();

  private final Kernel reference;

  private SoftmaxCrossEntropyVectorKernel(Kernel reference) {
    this.reference = reference;
  }

  static void addTo(KernelTable table) {
    table.add("SoftmaxCrossEntropyWithLogits", DType.FLOAT32, SoftmaxCrossEntropyVectorKernel::of);
  }

  private static @Nullable Kernel of(KernelSpec spec) {
    OpDefinition op = OpRegistry.standard().find(spec.op());
    return op == null ? null : new SoftmaxCrossEntropyVectorKernel(op.kernel(spec));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor features = context.input(0);
    Tensor labels = context.input(1);
    Shape shape = features.shape();
    if (!labels.shape().equals(shape) || shape.size(1) == 0) {
      reference.compute(context);
      return;
    }
    int width = Math.toIntExact(shape.size(1));
    Tensor loss = context.allocate(0, shape.slice(0, 1));
    long in = RawMemory.address(features);
    long targets = RawMemory.address(labels);
    long out = RawMemory.address(context.allocate(1, shape));
    Grain.COSTLY.forRows(
        context,
        loss.elements(),
        width,
        (from, to) -> {
          for (long i = from; i < to; i++) {
            long offset = i * width * Float.BYTES;
            loss.setDouble(i, ROW.ofLabels(in + offset, targets + offset, out + offset, width));
          }
        });
  }
}
