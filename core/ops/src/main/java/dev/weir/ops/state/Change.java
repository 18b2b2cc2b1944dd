package dev.weir.ops.state;

import dev.weir.error.WeirException;
import dev.weir.ops.support.BinaryKernels.Cell;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** What an update makes of an element of a variable. */
enum Change {
  /** The element of the update. */
  REPLACE,
  ADD,
  SUBTRACT,
  MULTIPLY,
  /** Integers truncate towards 0. */
  DIVIDE,
  MIN,
  MAX;

  /** The change of one element of this type. */
  Cell cell(DType dtype) {
    if (this == REPLACE) {
      return (x, i, y, j, z, r) -> z.copyFrom(y, j, r, 1);
    }
    boolean ordered = !dtype.isComplex() || (this != MIN && this != MAX);
    if (dtype.isObject() || dtype == DType.BOOL || !ordered) {
      throw WeirException.unimplemented("%s is not defined for %s", this, dtype);
    }
    if (dtype.isComplex()) {
      return this::complex;
    }
    if (dtype.isFloating()) {
      return (x, i, y, j, z, r) -> z.setDouble(r, real(x.getDouble(i), y.getDouble(j)));
    }
    boolean unsigned = dtype == DType.UINT64;
    return (x, i, y, j, z, r) -> z.setLong(r, integer(x.getLong(i), y.getLong(j), unsigned));
  }

  private double real(double x, double y) {
    return switch (this) {
      case REPLACE -> y;
      case ADD -> x + y;
      case SUBTRACT -> x - y;
      case MULTIPLY -> x * y;
      case DIVIDE -> x / y;
      case MIN -> Math.min(x, y);
      case MAX -> Math.max(x, y);
    };
  }

  /** All but 64 unsigned bits fit in a long. */
  private long integer(long x, long y, boolean unsigned) {
    boolean isLess = unsigned ? Long.compareUnsigned(x, y) < 0 : x < y;
    return switch (this) {
      case REPLACE -> y;
      case ADD -> x + y;
      case SUBTRACT -> x - y;
      case MULTIPLY -> x * y;
      case DIVIDE -> unsigned ? Long.divideUnsigned(x, y) : x / y;
      case MIN -> isLess ? x : y;
      case MAX -> isLess ? y : x;
    };
  }

  private void complex(Tensor x, long i, Tensor y, long j, Tensor z, long r) {
    double a = x.getReal(i);
    double b = x.getImaginary(i);
    double c = y.getReal(j);
    double d = y.getImaginary(j);
    switch (this) {
      case ADD -> z.setComplex(r, a + c, b + d);
      case SUBTRACT -> z.setComplex(r, a - c, b - d);
      case MULTIPLY -> z.setComplex(r, a * c - b * d, a * d + b * c);
      case DIVIDE -> {
        double norm = c * c + d * d;
        z.setComplex(r, (a * c + b * d) / norm, (b * c - a * d) / norm);
      }
      default -> throw WeirException.internal("%s of complex numbers", this);
    }
  }

  /** Refuses to divide integers by 0; if {@code strict}, any numbers. */
  void requireDefined(Tensor updates, boolean strict) {
    DType dtype = updates.dtype();
    if (this != DIVIDE || (!strict && (dtype.isFloating() || dtype.isComplex()))) {
      return;
    }
    for (long i = 0; i < updates.elements(); i++) {
      if (updates.getDouble(i) == 0 && updates.getImaginary(i) == 0) {
        throw WeirException.invalidArgument("updates must not contain 0: updates[%d] is", i);
      }
    }
  }
}
