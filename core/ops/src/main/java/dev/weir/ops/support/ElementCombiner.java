package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.RowChange;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Changes an element of a tensor by an element of another tensor of the same type. */
@FunctionalInterface
public interface ElementCombiner {
  /** Element {@code i} of {@code target} becomes a function of itself and of {@code source[j]}. */
  void apply(Tensor target, long i, Tensor source, long j);

  /** Applies it to {@code count} neighboring elements of both, in order. */
  default void applyAll(Tensor target, long at, Tensor source, long from, long count) {
    for (long k = 0; k < count; k++) {
      apply(target, at + k, source, from + k);
    }
  }

  /** What it does, if that has a name; else null. */
  default @Nullable RowChange change() {
    return null;
  }

  /** The other element. */
  ElementCombiner REPLACE =
      new Named(RowChange.REPLACE, (target, i, source, j) -> target.copyFrom(source, j, i, 1));

  /** One that is known by name, so that there may be fast loops for it. */
  record Named(RowChange change, ElementCombiner step) implements ElementCombiner {
    @Override
    public void apply(Tensor target, long i, Tensor source, long j) {
      step.apply(target, i, source, j);
    }

    @Override
    public void applyAll(Tensor target, long at, Tensor source, long from, long count) {
      step.applyAll(target, at, source, from, count);
    }
  }

  /** The sum; for truth values whether either is true, for strings one after the other. */
  static ElementCombiner add(DType dtype) {
    return new Named(RowChange.ADD, sum(dtype));
  }

  private static ElementCombiner sum(DType dtype) {
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
    if (dtype == DType.FLOAT32) {
      return new FloatSum(1);
    }
    return new NumberSum(1);
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
    return new Named(RowChange.SUBTRACT, difference(dtype));
  }

  private static ElementCombiner difference(DType dtype) {
    requireNumber(dtype, "subtracted");
    if (dtype.isComplex()) {
      return (target, i, source, j) ->
          target.setComplex(
              i,
              target.getReal(i) - source.getReal(j),
              target.getImaginary(i) - source.getImaginary(j));
    }
    if (dtype == DType.FLOAT32) {
      return new FloatSum(-1);
    }
    return new NumberSum(-1);
  }

  /** The product of two numbers. */
  static ElementCombiner multiply(DType dtype) {
    return new Named(RowChange.MULTIPLY, product(dtype));
  }

  private static ElementCombiner product(DType dtype) {
    requireNumber(dtype, "multiplied");
    if (dtype.isComplex()) {
      return (target, i, source, j) -> {
        double a = target.getReal(i);
        double b = target.getImaginary(i);
        double c = source.getReal(j);
        double d = source.getImaginary(j);
        target.setComplex(i, a * c - b * d, a * d + b * c);
      };
    }
    return dtype.isFloating()
        ? (target, i, source, j) -> target.setDouble(i, target.getDouble(i) * source.getDouble(j))
        : (target, i, source, j) -> target.setLong(i, target.getLong(i) * source.getLong(j));
  }

  /** The quotient of two numbers; integers truncate toward 0. */
  static ElementCombiner divide(DType dtype) {
    return new Named(RowChange.DIVIDE, quotient(dtype));
  }

  private static ElementCombiner quotient(DType dtype) {
    requireNumber(dtype, "divided");
    if (dtype.isComplex()) {
      return (target, i, source, j) -> {
        double a = target.getReal(i);
        double b = target.getImaginary(i);
        double c = source.getReal(j);
        double d = source.getImaginary(j);
        double norm = c * c + d * d;
        target.setComplex(i, (a * c + b * d) / norm, (b * c - a * d) / norm);
      };
    }
    if (dtype == DType.UINT64) {
      return (target, i, source, j) ->
          target.setLong(i, Long.divideUnsigned(target.getLong(i), source.getLong(j)));
    }
    return dtype.isFloating()
        ? (target, i, source, j) -> target.setDouble(i, target.getDouble(i) / source.getDouble(j))
        : (target, i, source, j) -> target.setLong(i, target.getLong(i) / source.getLong(j));
  }

  private static void requireNumber(DType dtype, String done) {
    if (dtype.isObject() || dtype == DType.BOOL) {
      throw WeirException.unimplemented("%s elements cannot be %s", dtype, done);
    }
  }

  /** The smaller of two numbers. */
  static ElementCombiner min(DType dtype) {
    return new Named(RowChange.MIN, smaller(dtype));
  }

  private static ElementCombiner smaller(DType dtype) {
    requireOrder(dtype);
    return (target, i, source, j) -> {
      if (isLess(dtype, source, j, target, i)) {
        target.copyFrom(source, j, i, 1);
      }
    };
  }

  /** The larger of two numbers. */
  static ElementCombiner max(DType dtype) {
    return new Named(RowChange.MAX, larger(dtype));
  }

  private static ElementCombiner larger(DType dtype) {
    requireOrder(dtype);
    return (target, i, source, j) -> {
      if (isLess(dtype, target, i, source, j)) {
        target.copyFrom(source, j, i, 1);
      }
    };
  }

  private static void requireOrder(DType dtype) {
    if (dtype.isObject() || dtype.isComplex()) {
      throw WeirException.unimplemented("%s elements are not ordered", dtype);
    }
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
