package dev.weir.tensor;

import dev.weir.error.WeirException;

/** The errors of tensors; each names element type and shape. */
final class TensorErrors {
  private TensorErrors() {}

  static WeirException closed(DType dtype, Shape shape) {
    return WeirException.failedPrecondition("%s%s was used after it was closed", dtype, shape);
  }

  static WeirException readOnly(DType dtype, Shape shape) {
    return WeirException.failedPrecondition("%s%s is read-only", dtype, shape);
  }

  static WeirException neverSet(DType dtype, Shape shape, long i) {
    return WeirException.failedPrecondition("element %d of %s%s was never set", i, dtype, shape);
  }

  static WeirException wrongType(DType dtype, Shape shape, Object wanted) {
    return WeirException.invalidArgument("%s%s holds no %s", dtype, shape, wanted);
  }

  static WeirException noElement(DType dtype, Shape shape, long i) {
    return WeirException.outOfRange(
        "there is no element %d in %s%s, which has %d", i, dtype, shape, shape.elements());
  }

  static WeirException notSingle(DType dtype, Shape shape) {
    return WeirException.invalidArgument(
        "%s%s has %d elements, not one; read it with get or as an array",
        dtype, shape, shape.elements());
  }

  static void checkNumbers(Tensor tensor) {
    if (tensor.dtype().isObject()) {
      throw wrongType(tensor.dtype(), tensor.shape(), "numbers");
    }
  }

  static void checkIntegers(Tensor tensor) {
    DType dtype = tensor.dtype();
    if (!dtype.isInteger() && !dtype.isQuantized() && dtype != DType.BOOL) {
      throw wrongType(dtype, tensor.shape(), "integers");
    }
  }

  static void checkRange(Tensor tensor, long first, long count) {
    if (first < 0 || count < 0 || count > tensor.elements() - first) {
      throw WeirException.outOfRange(
          "there are no %d elements from %d on in %s%s, which has %d",
          count, first, tensor.dtype(), tensor.shape(), tensor.elements());
    }
  }

  static WeirException differentSize(DType dtype, Shape shape, DType other, Shape otherShape) {
    return WeirException.invalidArgument(
        "%s%s and %s%s differ in size", dtype, shape, other, otherShape);
  }

  static WeirException tooLargeForView(DType dtype, Shape shape, long count) {
    return WeirException.invalidArgument(
        "a view holds at most %d bytes, but %d elements of %s%s take %d; view parts of it",
        Integer.MAX_VALUE, count, dtype, shape, count * dtype.byteSize());
  }
}
