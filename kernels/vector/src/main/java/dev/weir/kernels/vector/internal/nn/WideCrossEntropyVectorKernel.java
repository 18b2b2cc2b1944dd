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
 * {@code SoftmaxCrossEntropyWithLogits} and {@code SparseSoftmaxCrossEntropyWithLogits} of doubles
 * and of 16-bit numbers, which are rounded once. Operands of different shapes, or without classes,
 * are left to the reference kernel.
 */
final class WideCrossEntropyVectorKernel implements Kernel {
  private final WideLogits logits = new WideLogits();
  private final WideRows rows;
  private final int elementSize;
  private final @Nullable Kernel reference;

  /**
   * @param reference for operands of different shapes; null if labels are classes
   */
  private WideCrossEntropyVectorKernel(DType dtype, @Nullable Kernel reference) {
    this.rows = WideRows.of(dtype);
    this.elementSize = dtype.byteSize();
    this.reference = reference;
  }

  static void addTo(KernelTable table, DType dtype) {
    table.add("SoftmaxCrossEntropyWithLogits", dtype, WideCrossEntropyVectorKernel::dense);
    table.addShared(
        "SparseSoftmaxCrossEntropyWithLogits",
        dtype,
        () -> new WideCrossEntropyVectorKernel(dtype, null));
  }

  private static @Nullable Kernel dense(KernelSpec spec) {
    OpDefinition op = OpRegistry.standard().find(spec.op());
    return op == null
        ? null
        : new WideCrossEntropyVectorKernel(spec.inputDtype(0), op.kernel(spec));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor features = context.input(0);
    Tensor labels = context.input(1);
    Shape shape = features.shape();
    if (reference != null && (!labels.shape().equals(shape) || shape.size(1) == 0)) {
      reference.compute(context);
      return;
    }
    int width = Math.toIntExact(shape.size(1));
    if (reference == null) {
      SparseSoftmaxCrossEntropyVectorKernel.requireClasses(labels, width);
    }
    Tensor loss = context.allocate(0, shape.slice(0, 1));
    long losses = RawMemory.address(loss);
    long in = RawMemory.address(features);
    long targets = RawMemory.address(labels);
    long out = RawMemory.address(context.allocate(1, shape));
    long bytes = (long) width * elementSize;
    Grain.COSTLY.forRows(
        context,
        loss.elements(),
        width,
        (from, to) -> {
          double[] row = new double[width];
          double[] target = new double[width];
          double[] exponentials = new double[width];
          for (long i = from; i < to; i++) {
            rows.load(in + i * bytes, row);
            int label = reference == null ? (int) labels.getLong(i) : -1;
            if (label < 0) {
              rows.load(targets + i * bytes, target);
            } else {
              target[label] = 1;
            }
            rows.store(loss(row, target, label, exponentials), losses + i * elementSize);
            rows.store(row, out + i * bytes);
            if (label >= 0) {
              target[label] = 0;
            }
          }
        });
  }

  /**
   * The loss of a row, which becomes the gradient.
   *
   * @param label the only class of the row; -1 if {@code target} tells
   */
  private double loss(double[] row, double[] target, int label, double[] exponentials) {
    double greatest = WideLogits.greatest(row);
    WideLogits.subtract(row, greatest);
    double ofLabel = label < 0 ? 0 : row[label];
    double sum = logits.exponentials(row, 0, exponentials);
    double logarithm = Math.log(sum);
    double loss = label < 0 ? loss(row, target, logarithm) : logarithm - ofLabel;
    double factor = 1 / sum;
    for (int i = 0; i < row.length; i++) {
      row[i] = exponentials[i] * factor - target[i];
    }
    return loss;
  }

  /** Four sums in turn, so that an addition does not wait for the one before. */
  private static double loss(double[] row, double[] target, double logarithm) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int whole = row.length & -4;
    for (int i = 0; i < whole; i += 4) {
      s0 += target[i] * (logarithm - row[i]);
      s1 += target[i + 1] * (logarithm - row[i + 1]);
      s2 += target[i + 2] * (logarithm - row[i + 2]);
      s3 += target[i + 3] * (logarithm - row[i + 3]);
    }
    for (int i = whole; i < row.length; i++) {
      s0 += target[i] * (logarithm - row[i]);
    }
    return s0 + s1 + (s2 + s3);
  }
}
