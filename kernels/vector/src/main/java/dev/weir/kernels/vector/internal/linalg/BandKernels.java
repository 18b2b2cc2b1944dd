package dev.weir.kernels.vector.internal.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** Systems and products of matrices that are given by their diagonals. */
final class BandKernels {
  private BandKernels() {}

  static void addTo(KernelTable table) {
    for (DType dtype : SolverKernels.TYPES) {
      table.add("BandedTriangularSolve", dtype, BandKernels::banded);
      if (dtype != DType.FLOAT16) {
        table.add("TridiagonalSolve", dtype, BandKernels::tridiagonal);
        table.addShared("TridiagonalMatMul", dtype, () -> BandKernels::multiply);
      }
    }
  }

  private static Kernel tridiagonal(KernelSpec spec) {
    boolean pivots = spec.attrs().bool("partial_pivoting");
    boolean perturbs = spec.attrs().bool("perturb_singular");
    boolean isSingle = spec.inputDtype(0).realPart() == DType.FLOAT32;
    return new SolveVectorKernel(
        (context, diagonals, right, tasks) -> {
          TridiagonalRows system = new TridiagonalRows(diagonals, right, pivots);
          if (!perturbs) {
            system.solve();
          } else if (isSingle) {
            system.solvePerturbed(0x1p-23, Float.MIN_NORMAL);
          } else {
            system.solvePerturbed(0x1p-52, Double.MIN_NORMAL);
          }
          return right;
        },
        false);
  }

  private static void multiply(KernelContext context) {
    Tensor right = context.input(3);
    Tensor output = context.allocate(0, right.shape());
    double work = 3.0 * right.shape().size(-1) * right.shape().size(-2);
    MatrixBatch.forEach(
        context,
        MatrixBatch.shape(right).elements(),
        work,
        (index, tasks) -> product(context, index).write(output, index));
  }

  private static HeapMatrix product(KernelContext context, long index) {
    HeapMatrix above = HeapMatrix.read(context.input(0), index);
    HeapMatrix main = HeapMatrix.read(context.input(1), index);
    HeapMatrix below = HeapMatrix.read(context.input(2), index);
    HeapMatrix right = HeapMatrix.read(context.input(3), index);
    HeapMatrix product = right.zerosLike(right.rows, right.columns);
    for (int row = 0; row < right.rows; row++) {
      add(product, row, right, row, main, row);
      if (row > 0) {
        add(product, row, right, row - 1, below, row);
      }
      if (row + 1 < right.rows) {
        add(product, row, right, row + 1, above, row);
      }
    }
    return product;
  }

  private static void add(
      HeapMatrix to, int row, HeapMatrix from, int fromRow, HeapMatrix factors, int i) {
    double re = factors.re[0][i];
    if (to.im == null || from.im == null) {
      RowLoops.add(to.re[row], from.re[fromRow], re, 0, to.columns);
    } else {
      double im = factors.imaginary(0, i);
      RowLoops.addComplex(
          to.re[row], to.im[row], from.re[fromRow], from.im[fromRow], re, im, 0, to.columns);
    }
  }

  private static Kernel banded(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    boolean isLower = attrs.bool("lower");
    boolean adjoint = attrs.bool("adjoint");
    return new SolveVectorKernel(
        (context, bands, right, tasks) -> {
          checkDiagonal(bands, isLower ? 0 : bands.rows - 1);
          substitute(bands, right, isLower, adjoint);
          return right;
        },
        false);
  }

  private static void checkDiagonal(HeapMatrix bands, int row) {
    for (int i = 0; i < bands.columns; i++) {
      if (bands.re[row][i] == 0 && bands.imaginary(row, i) == 0) {
        throw WeirException.invalidArgument(
            "Input matrix is not invertible: element %d of the diagonal is 0", i);
      }
    }
  }

  /** Only within the bands: a NaN or ∞ does not spread beyond them. */
  private static void substitute(
      HeapMatrix bands, HeapMatrix right, boolean isLower, boolean adjoint) {
    boolean goesDown = isLower != adjoint;
    int n = right.rows;
    for (int step = 0; step < n; step++) {
      int i = goesDown ? step : n - 1 - step;
      int from = goesDown ? Math.max(0, i - bands.rows + 1) : i + 1;
      int to = goesDown ? i : Math.min(n, i + bands.rows);
      for (int k = from; k < to; k++) {
        // element (i, k), or that of (k, i)
        int row = adjoint ? k : i;
        int band = isLower ? Math.abs(i - k) : bands.rows - 1 - Math.abs(i - k);
        double re = -bands.re[band][row];
        if (right.im == null) {
          RowLoops.add(right.re[i], right.re[k], re, 0, right.columns);
          continue;
        }
        double im = (adjoint ? 1 : -1) * bands.imaginary(band, row);
        RowLoops.addComplex(
            right.re[i], right.im[i], right.re[k], right.im[k], re, im, 0, right.columns);
      }
      int main = isLower ? 0 : bands.rows - 1;
      double im = (adjoint ? -1 : 1) * bands.imaginary(main, i);
      right.divideRow(i, bands.re[main][i], im, 0, right.columns);
    }
  }
}
