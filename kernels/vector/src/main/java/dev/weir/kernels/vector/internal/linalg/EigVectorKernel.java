package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/** {@code Eig}: eigenvalues in complex numbers, and eigenvectors by substitution. */
final class EigVectorKernel implements Kernel {
  private final boolean hasVectors;

  private EigVectorKernel(boolean hasVectors) {
    this.hasVectors = hasVectors;
  }

  static void addTo(KernelTable table) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.COMPLEX64, DType.COMPLEX128)) {
      table.addCached("Eig", dtype, spec -> spec.attrs().bool("compute_v"), EigVectorKernel::new);
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
        100.0 * size * size * size,
        (i, tasks) -> {
          SchurRows schur = SchurRows.of(HeapMatrix.read(input, i));
          HeapMatrix t = schur.triangle;
          for (int k = 0; k < size; k++) {
            MatrixBatch.set(values, (long) i * size + k, t.re[k][k], t.imaginary(k, k));
          }
          if (hasVectors) {
            HeapMatrix turned = schur.multiply(vectorsOf(t), tasks);
            normalize(turned);
            turned.write(vectors, i);
          }
        });
  }

  /**
   * The eigenvectors of a triangle, as columns: by rows from the last one, which all columns after
   * it share.
   */
  private static HeapMatrix vectorsOf(HeapMatrix t) {
    int n = t.rows;
    HeapMatrix y = t.identity(n);
    double least = Math.max(Double.MIN_NORMAL, t.norm1() * Math.ulp(1.0));
    for (int i = n - 2; i >= 0; i--) {
      y.addRows(i, 1, t, i, i + 1, n, y, i + 1, n);
      for (int k = i + 1; k < n; k++) {
        double gapRe = t.re[k][k] - t.re[i][i];
        double gapIm = t.imaginary(k, k) - t.imaginary(i, i);
        boolean isTiny = Math.hypot(gapRe, gapIm) < least;
        double re = isTiny ? least : gapRe;
        double im = isTiny ? 0 : gapIm;
        double x = y.re[i][k];
        double z = y.imaginary(i, k);
        y.re[i][k] = ComplexQuotient.re(x, z, re, im);
        if (y.im != null) {
          y.im[i][k] = ComplexQuotient.im(x, z, re, im);
        }
      }
    }
    return y;
  }

  private static void normalize(HeapMatrix columns) {
    double[] squares = new double[columns.columns];
    for (int i = 0; i < columns.rows; i++) {
      for (int k = 0; k < squares.length; k++) {
        double re = columns.re[i][k];
        double im = columns.imaginary(i, k);
        squares[k] += re * re + im * im;
      }
    }
    for (int i = 0; i < columns.rows; i++) {
      for (int k = 0; k < squares.length; k++) {
        double scale = 1 / Math.sqrt(squares[k]);
        columns.re[i][k] *= scale;
        if (columns.im != null) {
          columns.im[i][k] *= scale;
        }
      }
    }
  }
}
