package dev.weir.kernels.vector.internal.linalg;

import dev.weir.kernels.vector.internal.support.NumberBlocks;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A matrix in double precision, an array for each row, and if it is complex one more for the
 * imaginary parts.
 */
final class HeapMatrix {
  /** Rows and columns of a block of 24 KB. */
  private static final int CACHED_ROWS = 12;

  private static final int CACHED_COLUMNS = 256;

  final int rows;
  final int columns;
  final double[][] re;
  final double @Nullable [][] im;

  private HeapMatrix(int columns, double[][] re, double @Nullable [][] im) {
    this.rows = re.length;
    this.columns = columns;
    this.re = re;
    this.im = im;
  }

  static HeapMatrix zeros(int rows, int columns, boolean isComplex) {
    return new HeapMatrix(
        columns, new double[rows][columns], isComplex ? new double[rows][columns] : null);
  }

  /** Of the size of a matrix and the type of elements of this. */
  HeapMatrix zerosLike(int otherRows, int otherColumns) {
    return zeros(otherRows, otherColumns, im != null);
  }

  HeapMatrix identity(int size) {
    HeapMatrix identity = zerosLike(size, size);
    for (int i = 0; i < size; i++) {
      identity.re[i][i] = 1;
    }
    return identity;
  }

  /** Matrix number {@code index} of a tensor, whose last two dimensions are the matrices. */
  static HeapMatrix read(Tensor tensor, long index) {
    int rows = Math.toIntExact(tensor.shape().size(-2));
    return read(tensor, index, rows, Math.toIntExact(tensor.shape().size(-1)));
  }

  /** As {@link #read(Tensor, long)}, but the sizes of matrices are given. */
  static HeapMatrix read(Tensor tensor, long index, int rows, int columns) {
    DType dtype = tensor.dtype();
    HeapMatrix matrix = zeros(rows, columns, dtype.isComplex());
    long rowBytes = (long) columns * dtype.byteSize();
    long from = RawMemory.address(tensor) + index * rows * rowBytes;
    double[] pairs = dtype.isComplex() ? new double[2 * columns] : null;
    for (int i = 0; i < rows; i++) {
      if (pairs == null || matrix.im == null) {
        NumberBlocks.read(dtype, from + i * rowBytes, matrix.re[i], 0, columns);
        continue;
      }
      NumberBlocks.read(part(dtype), from + i * rowBytes, pairs, 0, 2 * columns);
      for (int j = 0; j < columns; j++) {
        matrix.re[i][j] = pairs[2 * j];
        matrix.im[i][j] = pairs[2 * j + 1];
      }
    }
    return matrix;
  }

  private static DType part(DType complex) {
    return complex == DType.COMPLEX64 ? DType.FLOAT32 : DType.FLOAT64;
  }

  /** Puts this matrix at place {@code index} of a tensor of matrices of its size. */
  void write(Tensor tensor, long index) {
    DType dtype = tensor.dtype();
    long rowBytes = (long) columns * dtype.byteSize();
    long to = RawMemory.address(tensor) + index * rows * rowBytes;
    double[] pairs = new double[im == null ? 0 : 2 * columns];
    for (int i = 0; i < rows; i++) {
      if (im == null) {
        NumberBlocks.write(re[i], 0, columns, dtype, to + i * rowBytes);
        continue;
      }
      for (int j = 0; j < columns; j++) {
        pairs[2 * j] = re[i][j];
        pairs[2 * j + 1] = im[i][j];
      }
      NumberBlocks.write(pairs, 0, 2 * columns, part(dtype), to + i * rowBytes);
    }
  }

  boolean isComplex() {
    return im != null;
  }

  double imaginary(int i, int j) {
    return im == null ? 0 : im[i][j];
  }

  HeapMatrix copy() {
    return new HeapMatrix(columns, copy(re), im == null ? null : copy(im));
  }

  private static double[][] copy(double[][] rows) {
    double[][] copy = rows.clone();
    Arrays.setAll(copy, i -> rows[i].clone());
    return copy;
  }

  /** The transposed matrix, of conjugates. */
  HeapMatrix adjoint() {
    double[][] parts = im == null ? null : transposed(im);
    if (parts != null) {
      for (double[] row : parts) {
        for (int j = 0; j < rows; j++) {
          row[j] = -row[j];
        }
      }
    }
    return new HeapMatrix(rows, transposed(re), parts);
  }

  private double[][] transposed(double[][] from) {
    double[][] to = new double[columns][rows];
    for (int block = 0; block < columns; block += 8) {
      int last = Math.min(columns, block + 8);
      for (int i = 0; i < rows; i++) {
        double[] row = from[i];
        for (int j = block; j < last; j++) {
          to[j][i] = row[j];
        }
      }
    }
    return to;
  }

  /** The rows from one on; changes show in both. */
  HeapMatrix rowsFrom(int first) {
    return new HeapMatrix(
        columns,
        Arrays.copyOfRange(re, first, rows),
        im == null ? null : Arrays.copyOfRange(im, first, rows));
  }

  /** Some of the rows, in any order; changes show in both. */
  HeapMatrix rowsAt(int[] indices) {
    double[][] some = new double[indices.length][];
    double[][] parts = im == null ? null : new double[indices.length][];
    for (int i = 0; i < indices.length; i++) {
      some[i] = re[indices[i]];
      if (parts != null && im != null) {
        parts[i] = im[indices[i]];
      }
    }
    return new HeapMatrix(columns, some, parts);
  }

  /** The first rows and columns, in arrays of their own. */
  HeapMatrix corner(int partRows, int partColumns) {
    HeapMatrix part = zerosLike(partRows, partColumns);
    for (int i = 0; i < partRows; i++) {
      System.arraycopy(re[i], 0, part.re[i], 0, partColumns);
      if (im != null && part.im != null) {
        System.arraycopy(im[i], 0, part.im[i], 0, partColumns);
      }
    }
    return part;
  }

  /**
   * Adds rows of another matrix, times factors, to columns of a row.
   *
   * @param factors whose row {@code factorRow} has the factors, that for row p of the other in
   *     column p
   */
  void addRows(
      int row,
      double sign,
      HeapMatrix factors,
      int factorRow,
      int first,
      int last,
      HeapMatrix other,
      int from,
      int to) {
    double[] f = factors.re[factorRow];
    double[] y = re[row];
    double[][] x = other.re;
    if (im != null && other.im != null && factors.im != null) {
      double[] g = factors.im[factorRow];
      for (int p = first; p < last; p++) {
        RowLoops.addComplex(y, im[row], x[p], other.im[p], sign * f[p], sign * g[p], from, to);
      }
      return;
    }
    int p = first;
    for (; p <= last - 4; p += 4) {
      RowLoops.addFour(y, x[p], x[p + 1], x[p + 2], x[p + 3], f, p, sign, from, to);
    }
    for (; p < last; p++) {
      RowLoops.add(y, x[p], sign * f[p], from, to);
    }
  }

  /**
   * Adds a product to columns of some rows, the factors of a row being those in the same row of
   * another matrix. What is added stays in first-level cache while the rows pass by.
   */
  void addProduct(
      int firstRow,
      int lastRow,
      double sign,
      HeapMatrix factors,
      int first,
      int last,
      HeapMatrix other,
      int from,
      int to) {
    for (int column = from; column < to; column += CACHED_COLUMNS) {
      int end = Math.min(to, column + CACHED_COLUMNS);
      for (int p = first; p < last; p += CACHED_ROWS) {
        int lastP = Math.min(last, p + CACHED_ROWS);
        for (int i = firstRow; i < lastRow; i++) {
          addRows(i, sign, factors, i, p, lastP, other, column, end);
        }
      }
    }
  }

  /** The product of this matrix and another. */
  HeapMatrix times(HeapMatrix other, RowTasks tasks) {
    HeapMatrix product = zerosLike(rows, other.columns);
    tasks.run(
        rows,
        (long) columns * other.columns,
        (first, last) -> {
          product.addProduct(first, last, 1, this, 0, columns, other, 0, other.columns);
        });
    return product;
  }

  /** {@code this + factor other}, in place. */
  HeapMatrix add(HeapMatrix other, double factor) {
    for (int i = 0; i < rows; i++) {
      RowLoops.add(re[i], other.re[i], factor, 0, columns);
      if (im != null && other.im != null) {
        RowLoops.add(im[i], other.im[i], factor, 0, columns);
      }
    }
    return this;
  }

  HeapMatrix scale(double factor) {
    for (int i = 0; i < rows; i++) {
      scaleRow(i, factor);
    }
    return this;
  }

  void scaleRow(int i, double factor) {
    RowLoops.scale(re[i], factor, 0, columns);
    if (im != null) {
      RowLoops.scale(im[i], factor, 0, columns);
    }
  }

  /** Divides columns of a row by a number; real numbers by exact division. */
  void divideRow(int i, double divisorRe, double divisorIm, int from, int to) {
    if (im == null || divisorIm == 0) {
      for (int j = from; j < to; j++) {
        re[i][j] /= divisorRe;
      }
      for (int j = from; im != null && j < to; j++) {
        im[i][j] /= divisorRe;
      }
      return;
    }
    for (int j = from; j < to; j++) {
      double x = re[i][j];
      double y = im[i][j];
      re[i][j] = ComplexQuotient.re(x, y, divisorRe, divisorIm);
      im[i][j] = ComplexQuotient.im(x, y, divisorRe, divisorIm);
    }
  }

  void swapRows(int a, int b) {
    double[] row = re[a];
    re[a] = re[b];
    re[b] = row;
    if (im != null) {
      double[] part = im[a];
      im[a] = im[b];
      im[b] = part;
    }
  }

  /** Sets everything above the diagonal to 0. */
  HeapMatrix lower() {
    for (int i = 0; i < rows; i++) {
      int from = Math.min(columns, i + 1);
      Arrays.fill(re[i], from, columns, 0);
      if (im != null) {
        Arrays.fill(im[i], from, columns, 0);
      }
    }
    return this;
  }

  /** Sets everything below the diagonal to 0. */
  HeapMatrix upper() {
    for (int i = 0; i < rows; i++) {
      int to = Math.min(columns, i);
      Arrays.fill(re[i], 0, to, 0);
      if (im != null) {
        Arrays.fill(im[i], 0, to, 0);
      }
    }
    return this;
  }

  HeapMatrix fill(double number) {
    for (int i = 0; i < rows; i++) {
      Arrays.fill(re[i], number);
      if (im != null) {
        Arrays.fill(im[i], number);
      }
    }
    return this;
  }

  /** The largest sum of absolute values in a column. */
  double norm1() {
    double[] sums = new double[columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        sums[j] += im == null ? Math.abs(re[i][j]) : Math.hypot(re[i][j], im[i][j]);
      }
    }
    double largest = 0;
    for (double sum : sums) {
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  boolean isFinite() {
    return isFinite(re) && (im == null || isFinite(im));
  }

  private static boolean isFinite(double[][] rows) {
    for (double[] row : rows) {
      for (double x : row) {
        if (!Double.isFinite(x)) {
          return false;
        }
      }
    }
    return true;
  }
}
