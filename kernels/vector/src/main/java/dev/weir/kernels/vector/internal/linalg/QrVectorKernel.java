package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code Qr}. */
final class QrVectorKernel implements Kernel {
  private final boolean isFull;

  private QrVectorKernel(boolean isFull) {
    this.isFull = isFull;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : SolverKernels.TYPES) {
      table.addCached("Qr", dtype, spec -> spec.attrs().bool("full_matrices"), QrVectorKernel::new);
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor input = context.input(0);
    Shape batch = MatrixBatch.shape(input);
    int rows = Math.toIntExact(input.shape().size(-2));
    int columns = Math.toIntExact(input.shape().size(-1));
    int inner = isFull ? rows : Math.min(rows, columns);
    Tensor q = context.allocate(0, MatrixBatch.matrices(batch, rows, inner));
    Tensor r = context.allocate(1, MatrixBatch.matrices(batch, inner, columns));
    MatrixBatch.forEach(
        context,
        batch.elements(),
        4.0 * rows * columns * Math.max(rows, columns),
        (i, tasks) -> {
          QrRows qr = QrRows.of(HeapMatrix.read(input, i), tasks);
          qr.q(inner, tasks).write(q, i);
          qr.r(inner).write(r, i);
        });
  }
}
