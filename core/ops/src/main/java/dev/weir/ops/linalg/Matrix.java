package dev.weir.ops.linalg;

import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * A matrix of complex numbers in double precision, row by row: what the reference kernels compute
 * with, whatever the type of the tensors. Real matrices have imaginary parts of 0.
 */
final class Matrix {
  final int rows;
  final int columns;
  final double[] re;
  final double[] im;

  private Matrix(int rows, int columns, double[] re, double[] im) {
    this.rows = rows;
    this.columns = columns;
    this.re = re;
    this.im = im;
  }

  static Matrix zeros(int rows, int columns) {
    int size = Math.multiplyExact(rows, columns);
    return new Matrix(rows, columns, new double[size], new double[size]);
  }

  /** A matrix of NaN. */
  static Matrix undefined(int rows, int columns) {
    Matrix undefined = zeros(rows, columns);
    Arrays.fill(undefined.re, Double.NaN);
    Arrays.fill(undefined.im, Double.NaN);
    return undefined;
  }

  static Matrix identity(int size) {
    Matrix identity = zeros(size, size);
    for (int i = 0; i < size; i++) {
      identity.re[i * size + i] = 1;
    }
    return identity;
  }

  /** Matrix number {@code index} of a tensor, whose last two dimensions are the matrices. */
  static Matrix read(Tensor tensor, long index) {
    int rank = tensor.shape().rank();
    Matrix matrix =
        zeros(
            Math.toIntExact(tensor.shape().size(rank - 2)),
            Math.toIntExact(tensor.shape().size(rank - 1)));
    long start = index * matrix.re.length;
    boolean isComplex = tensor.dtype().isComplex();
    for (int i = 0; i < matrix.re.length; i++) {
      matrix.re[i] = isComplex ? tensor.getReal(start + i) : tensor.getDouble(start + i);
      matrix.im[i] = isComplex ? tensor.getImaginary(start + i) : 0;
    }
    return matrix;
  }

  /** Puts this matrix at place {@code index} of a tensor of matrices. */
  void write(Tensor tensor, long index) {
    long start = index * re.length;
    for (int i = 0; i < re.length; i++) {
      if (tensor.dtype().isComplex()) {
        tensor.setComplex(start + i, re[i], im[i]);
      } else {
        tensor.setDouble(start + i, re[i]);
      }
    }
  }

  Complex at(int row, int column) {
    int i = row * columns + column;
    return new Complex(re[i], im[i]);
  }

  void set(int row, int column, Complex value) {
    set(row, column, value.re(), value.im());
  }

  void set(int row, int column, double real, double imaginary) {
    int i = row * columns + column;
    re[i] = real;
    im[i] = imaginary;
  }

  Matrix copy() {
    return new Matrix(rows, columns, re.clone(), im.clone());
  }

  /** The conjugate transpose. */
  Matrix adjoint() {
    Matrix result = zeros(columns, rows);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        result.set(j, i, re[i * columns + j], -im[i * columns + j]);
      }
    }
    return result;
  }

  Matrix times(Matrix other) {
    Matrix result = zeros(rows, other.columns);
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < columns; k++) {
        result.addRow(i, other, k, at(i, k), 0);
      }
    }
    return result;
  }

  /** {@code this + factor other}, in place. */
  Matrix add(Matrix other, double factor) {
    for (int i = 0; i < re.length; i++) {
      re[i] += factor * other.re[i];
      im[i] += factor * other.im[i];
    }
    return this;
  }

  Matrix scale(double factor) {
    for (int i = 0; i < re.length; i++) {
      re[i] *= factor;
      im[i] *= factor;
    }
    return this;
  }

  /** Adds {@code factor} times a row of another matrix to a row, from a column on. */
  void addRow(int row, Matrix other, int otherRow, Complex factor, int from) {
    int to = row * columns;
    int source = otherRow * columns;
    double real = factor.re();
    double imaginary = factor.im();
    for (int j = from; j < columns; j++) {
      double x = other.re[source + j];
      double y = other.im[source + j];
      re[to + j] += real * x - Complex.product(imaginary, y);
      im[to + j] += Complex.product(real, y) + Complex.product(imaginary, x);
    }
  }

  /** Divides a row by a number. */
  void divideRow(int row, Complex divisor) {
    for (int j = 0; j < columns; j++) {
      set(row, j, at(row, j).over(divisor));
    }
  }

  void swapRows(int a, int b) {
    for (int j = 0; j < columns; j++) {
      Complex kept = at(a, j);
      set(a, j, at(b, j));
      set(b, j, kept);
    }
  }

  /** The part {@code [0, rows) × [0, columns)}. */
  Matrix corner(int partRows, int partColumns) {
    Matrix part = zeros(partRows, partColumns);
    for (int i = 0; i < partRows; i++) {
      System.arraycopy(re, i * columns, part.re, i * partColumns, partColumns);
      System.arraycopy(im, i * columns, part.im, i * partColumns, partColumns);
    }
    return part;
  }

  /** The columns in another order. */
  Matrix withColumns(int[] order) {
    Matrix result = zeros(rows, order.length);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < order.length; j++) {
        result.set(i, j, at(i, order[j]));
      }
    }
    return result;
  }

  /** Sets everything above the diagonal to 0. */
  Matrix lower() {
    for (int i = 0; i < rows; i++) {
      int from = Math.min(columns, i + 1);
      Arrays.fill(re, i * columns + from, (i + 1) * columns, 0);
      Arrays.fill(im, i * columns + from, (i + 1) * columns, 0);
    }
    return this;
  }

  /** Sets everything below the diagonal to 0. */
  Matrix upper() {
    for (int i = 0; i < rows; i++) {
      int to = Math.min(columns, i);
      Arrays.fill(re, i * columns, i * columns + to, 0);
      Arrays.fill(im, i * columns, i * columns + to, 0);
    }
    return this;
  }

  /** The largest sum of absolute values in a column. */
  double norm1() {
    double largest = 0;
    for (int j = 0; j < columns; j++) {
      double sum = 0;
      for (int i = 0; i < rows; i++) {
        sum += at(i, j).abs();
      }
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  boolean isFinite() {
    for (int i = 0; i < re.length; i++) {
      if (!Double.isFinite(re[i]) || !Double.isFinite(im[i])) {
        return false;
      }
    }
    return true;
  }
}
