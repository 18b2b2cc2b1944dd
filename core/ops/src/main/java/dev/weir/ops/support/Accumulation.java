package dev.weir.ops.support;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * A running total of many elements that is kept in a tensor: rounded to the element type, or
 * wrapped, after every step. An extreme that is compared with NaN gives way to the newer of the
 * two.
 */
public enum Accumulation {
  SUM,
  PRODUCT,
  MAXIMUM,
  MINIMUM;

  /** Makes a new total of two elements. */
  public BinaryKernels.Cell step(DType dtype) {
    if (dtype.isComplex()) {
      return this == SUM ? Accumulation::addComplex : Accumulation::multiplyComplex;
    }
    if (dtype.isFloating()) {
      return switch (this) {
        case SUM -> real(Double::sum);
        case PRODUCT -> real((a, b) -> a * b);
        case MAXIMUM -> real((a, b) -> a > b ? a : b);
        case MINIMUM -> real((a, b) -> a < b ? a : b);
      };
    }
    return switch (this) {
      case SUM -> integer(Long::sum);
      case PRODUCT -> integer((a, b) -> a * b);
      case MAXIMUM -> integer((a, b) -> Limits.max(dtype, a, b));
      case MINIMUM -> integer((a, b) -> Limits.min(dtype, a, b));
    };
  }

  private static BinaryKernels.Cell real(DoubleBinaryOperator f) {
    return (x, i, y, j, z, r) -> z.setDouble(r, f.applyAsDouble(x.getDouble(i), y.getDouble(j)));
  }

  private static BinaryKernels.Cell integer(LongBinaryOperator f) {
    return (x, i, y, j, z, r) -> z.setLong(r, f.applyAsLong(x.getLong(i), y.getLong(j)));
  }

  private static void addComplex(Tensor x, long i, Tensor y, long j, Tensor z, long r) {
    z.setComplex(r, x.getReal(i) + y.getReal(j), x.getImaginary(i) + y.getImaginary(j));
  }

  private static void multiplyComplex(Tensor x, long i, Tensor y, long j, Tensor z, long r) {
    double a = x.getReal(i);
    double b = x.getImaginary(i);
    double c = y.getReal(j);
    double d = y.getImaginary(j);
    z.setComplex(r, a * c - b * d, a * d + b * c);
  }

  /** Makes new totals of neighboring totals and as many elements of another tensor. */
  public void addAll(Tensor total, long at, Tensor data, long from, long count) {
    if (this == SUM && data.dtype() != DType.BOOL) {
      ElementCombiner.add(data.dtype()).applyAll(total, at, data, from, count);
      return;
    }
    BinaryKernels.Cell step = step(data.dtype());
    for (long k = 0; k < count; k++) {
      step.compute(total, at + k, data, from + k, total, at + k);
    }
  }

  /** Sets elements {@code [from, to)} to the total of nothing; of extremes, a finite number. */
  public void start(Tensor total, long from, long to) {
    if (from == to) {
      return;
    }
    DType dtype = total.dtype();
    switch (this) {
      case SUM -> total.setLong(from, 0);
      case PRODUCT -> total.setLong(from, 1);
      case MAXIMUM -> setExtreme(total, from, -Limits.greatestFinite(dtype), Limits.least(dtype));
      case MINIMUM -> setExtreme(total, from, Limits.greatestFinite(dtype), Limits.greatest(dtype));
    }
    ElementCopier.of(total, total).fill(from, from + 1, to - from - 1);
  }

  private static void setExtreme(Tensor total, long r, double real, long integer) {
    if (total.dtype().isFloating()) {
      total.setDouble(r, real);
    } else {
      total.setLong(r, integer);
    }
  }
}
