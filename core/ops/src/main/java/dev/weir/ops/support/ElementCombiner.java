package dev.weir.ops.support;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** Changes an element of a tensor by an element of another tensor of the same type. */
@FunctionalInterface
public interface ElementCombiner {
  /** Element {@code i} of {@code target} becomes a function of itself and of {@code source[j]}. */
  void apply(Tensor target, long i, Tensor source, long j);

  /** The other element. */
  ElementCombiner REPLACE = (target, i, source, j) -> target.copyFrom(source, j, i, 1);

  /** The sum; for truth values whether either is true, for strings one after the other. */
  static ElementCombiner add(DType dtype) {
    if (dtype == DType.STRING) {
      return ElementCombiner::append;
    }
    if (dtype == DType.BOOL) {
      return (target, i, source, j) ->
          target.setBoolean(i, target.getBoolean(i) || source.getBoolean(j));
    }
    if (dtype.isComplex()) {
      return (target, i, source, j) ->
          target.setComplex(
              i,
              target.getReal(i) + source.getReal(j),
              target.getImaginary(i) + source.getImaginary(j));
    }
    return dtype.isFloating()
        ? (target, i, source, j) -> target.setDouble(i, target.getDouble(i) + source.getDouble(j))
        : (target, i, source, j) -> target.setLong(i, target.getLong(i) + source.getLong(j));
  }

  private static void append(Tensor target, long i, Tensor source, long j) {
    byte[] first = target.getBytes(i);
    byte[] second = source.getBytes(j);
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    target.setBytes(i, both);
  }

  /** The difference of two numbers. */
  static ElementCombiner subtract(DType dtype) {
    if (dtype.isComplex()) {
      return (target, i, source, j) ->
          target.setComplex(
              i,
              target.getReal(i) - source.getReal(j),
              target.getImaginary(i) - source.getImaginary(j));
    }
    return dtype.isFloating()
        ? (target, i, source, j) -> target.setDouble(i, target.getDouble(i) - source.getDouble(j))
        : (target, i, source, j) -> target.setLong(i, target.getLong(i) - source.getLong(j));
  }

  /** The smaller of two numbers. */
  static ElementCombiner min(DType dtype) {
    return (target, i, source, j) -> {
      if (isLess(dtype, source, j, target, i)) {
        target.copyFrom(source, j, i, 1);
      }
    };
  }

  /** The larger of two numbers. */
  static ElementCombiner max(DType dtype) {
    return (target, i, source, j) -> {
      if (isLess(dtype, target, i, source, j)) {
        target.copyFrom(source, j, i, 1);
      }
    };
  }

  private static boolean isLess(DType dtype, Tensor a, long i, Tensor b, long j) {
    if (dtype.isFloating()) {
      return a.getDouble(i) < b.getDouble(j);
    }
    return dtype == DType.UINT64
        ? Long.compareUnsigned(a.getLong(i), b.getLong(j)) < 0
        : a.getLong(i) < b.getLong(j);
  }
}
