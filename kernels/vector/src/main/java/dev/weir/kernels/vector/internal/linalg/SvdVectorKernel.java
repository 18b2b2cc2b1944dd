package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code Svd}: by way of a matrix with two diagonals. */
final class SvdVectorKernel implements Kernel {
  private final boolean hasVectors;
  private final boolean isFull;

  private SvdVectorKernel(boolean hasVectors, boolean isFull) {
    this.hasVectors = hasVectors;
    this.isFull = isFull;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : SolverKernels.TYPES) {
      table.addCached(
          "Svd",
          dtype,
          spec -> List.of(spec.attrs().bool("compute_uv"), spec.attrs().bool("full_matrices")),
          attrs -> new SvdVectorKernel(attrs.get(0), attrs.get(1)));
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor input = context.input(0);
    Shape batch = MatrixBatch.shape(input);
    long rows = input.shape().size(-2);
    long columns = input.shape().size(-1);
    long count = Math.min(rows, columns);
    Shape none = Shape.of(0);
    Tensor values = context.allocate(0, batch.concat(Shape.of(count)));
    Shape left = MatrixBatch.matrices(batch, rows, isFull ? rows : count);
    Tensor u = context.allocate(1, hasVectors ? left : none);
    Shape right = MatrixBatch.matrices(batch, columns, isFull ? columns : count);
    Tensor v = context.allocate(2, hasVectors ? right : none);
    MatrixBatch.forEach(
        context,
        batch.elements(),
        20.0 * rows * columns * count,
        (i, tasks) -> {
          HeapMatrix matrix = HeapMatrix.read(input, i);
          SingularValues svd = SingularValues.of(matrix, hasVectors, isFull, tasks);
          for (int k = 0; k < count; k++) {
            MatrixBatch.set(values, i * count + k, svd.values[k], 0);
          }
          if (hasVectors && svd.left != null && svd.right != null) {
            svd.left.write(u, i);
            svd.right.write(v, i);
          }
        });
  }
}
