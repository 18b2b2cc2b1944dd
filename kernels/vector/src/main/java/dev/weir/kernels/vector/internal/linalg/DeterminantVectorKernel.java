package dev.weir.kernels.vector.internal.linalg;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code MatrixDeterminant} and {@code LogMatrixDeterminant}. */
final class DeterminantVectorKernel implements Kernel {
  private final boolean isLog;

  DeterminantVectorKernel(boolean isLog) {
    this.isLog = isLog;
  }

  @Override
  public void compute(KernelContext context) {
    Tensor input = context.input(0);
    Shape batch = MatrixBatch.shape(input);
    Tensor first = context.allocate(0, batch);
    Tensor second = isLog ? context.allocate(1, batch) : first;
    double size = input.shape().size(-1);
    MatrixBatch.forEach(
        context,
        batch.elements(),
        size * size * size,
        (i, tasks) -> {
          double[] determinant = determinant(LuRows.of(HeapMatrix.read(input, i), tasks));
          double log = determinant[2];
          double scale = isLog ? 1 : Math.exp(log);
          double im = determinant[1] == 0 ? 0 : determinant[1] * scale;
          MatrixBatch.set(first, i, determinant[0] * scale, im);
          if (isLog) {
            MatrixBatch.set(second, i, log, 0);
          }
        });
  }

  /** The sign, as two parts, and the logarithm of the absolute value. */
  private static double[] determinant(LuRows lu) {
    double[] zero = {0, 0, Double.NEGATIVE_INFINITY};
    if (lu.isSingular()) {
      return zero;
    }
    double re = lu.sign();
    double im = 0;
    double log = 0;
    for (int i = 0; i < lu.factors.rows; i++) {
      double x = lu.factors.re[i][i];
      double y = lu.factors.imaginary(i, i);
      double size = y == 0 ? Math.abs(x) : Math.hypot(x, y);
      log += Math.log(size);
      if (y == 0) {
        re *= Math.signum(x);
        im *= Math.signum(x);
      } else {
        double turned = re * (x / size) - im * (y / size);
        im = re * (y / size) + im * (x / size);
        re = turned;
      }
    }
    return log == Double.NEGATIVE_INFINITY ? zero : new double[] {re, im, log};
  }
}
