package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Numbers of a program as scalars of an element type. */
public final class Scalars {
  private Scalars() {}

  /**
   * A number as a scalar; floating types round it. Refuses types that are not numbers, and numbers
   * that an integer type cannot represent.
   */
  public static Tensor of(double value, DType dtype) {
    Tensor scalar = Tensor.allocate(dtype, Shape.scalar());
    if (dtype.isComplex()) {
      scalar.setComplex(0, value, 0);
    } else if (dtype.isFloating()) {
      scalar.setDouble(0, value);
    } else if (dtype.isInteger()) {
      scalar.setLong(0, (long) value);
      if (scalar.getDouble(0) != value) {
        throw WeirException.invalidArgument("%s is not representable as %s", value, dtype);
      }
    } else {
      throw WeirException.invalidArgument("%s is not a type of numbers", dtype);
    }
    return scalar.freeze();
  }
}
