package dev.weir.kernels.vector.internal.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code SelfAdjointEigV2}: by way of a matrix with three diagonals. */
final class SelfAdjointEigVectorKernel implements Kernel {
  private final boolean hasVectors;

  private SelfAdjointEigVectorKernel(boolean hasVectors) {
    this.hasVectors = hasVectors;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : SolverKernels.TYPES) {
      table.addCached(
          "SelfAdjointEigV2",
          dtype,
          spec -> spec.attrs().bool("compute_v"),
          SelfAdjointEigVectorKernel::new);
    }
  }

  @Override
  public void compute(KernelContext context) {
    Tensor input = context.input(0);
    Shape batch = MatrixBatch.shape(input);
    int size = Math.toIntExact(input.shape().size(-1));
    Tensor values = context.allocate(0, batch.concat(Shape.of(size)));
    Tensor vectors = context.allocate(1, hasVectors ? input.shape() : Shape.of(0));
    MatrixBatch.forEach(
        context,
        batch.elements(),
        10.0 * size * size * size,
        (index, tasks) -> {
          HeapMatrix lower = HeapMatrix.read(input, index).lower();
          if (!lower.isFinite()) {
            throw WeirException.invalidArgument(
                "Self-adjoint eigen decomposition was not successful. The input might not be"
                    + " valid: an element is not finite");
          }
          compute(lower, values, vectors, index, tasks);
        });
  }

  private void compute(
      HeapMatrix lower, Tensor values, Tensor vectors, long index, RowTasks tasks) {
    int size = lower.rows;
    Tridiagonalization form = new Tridiagonalization(lower);
    double[][] rotated = hasVectors ? HeapMatrix.zeros(size, size, false).re : new double[0][];
    for (int i = 0; i < rotated.length; i++) {
      rotated[i][i] = 1;
    }
    TridiagonalEigen.of(form.diagonal, form.beside, rotated);
    int[] order = TridiagonalEigen.order(form.diagonal, false);
    for (int k = 0; k < size; k++) {
      MatrixBatch.set(values, index * size + k, form.diagonal[order[k]], 0);
    }
    if (hasVectors) {
      HeapMatrix columns = lower.zerosLike(size, size);
      for (int k = 0; k < size; k++) {
        for (int i = 0; i < size; i++) {
          columns.re[i][k] = rotated[order[k]][i];
        }
      }
      form.multiply(columns, tasks);
      columns.write(vectors, index);
    }
  }
}
