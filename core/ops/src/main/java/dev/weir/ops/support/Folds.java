package dev.weir.ops.support;

import dev.weir.tensor.Tensor;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/**
 * Ways to make one result of many elements. Real and complex numbers are accumulated in double
 * precision and rounded once, at the end; integers wrap.
 */
public final class Folds {
  private Folds() {}

  /** Makes a result of a total and the number of elements it was made of. */
  @FunctionalInterface
  public interface RealResult {
    double of(double total, long count);
  }

  /** Makes an integer result of a total and the number of elements it was made of. */
  @FunctionalInterface
  public interface IntegerResult {
    long of(long total, long count);
  }

  /** Real numbers. */
  public static ReducedDimensions.Fold real(
      Tensor x, Tensor y, double start, DoubleBinaryOperator f, RealResult result) {
    return new ReducedDimensions.Fold() {
      private double total;

      @Override
      public void start() {
        total = start;
      }

      @Override
      public void add(long first, long step, long count) {
        double sum = total;
        for (long n = 0; n < count; n++) {
          sum = f.applyAsDouble(sum, x.getDouble(first + n * step));
        }
        total = sum;
      }

      @Override
      public void finish(long r, long count) {
        y.setDouble(r, result.of(total, count));
      }
    };
  }

  /** Integers and truth values. */
  public static ReducedDimensions.Fold integer(
      Tensor x, Tensor y, long start, LongBinaryOperator f, IntegerResult result) {
    return new ReducedDimensions.Fold() {
      private long total;

      @Override
      public void start() {
        total = start;
      }

      @Override
      public void add(long first, long step, long count) {
        long sum = total;
        for (long n = 0; n < count; n++) {
          sum = f.applyAsLong(sum, x.getLong(first + n * step));
        }
        total = sum;
      }

      @Override
      public void finish(long r, long count) {
        y.setLong(r, result.of(total, count));
      }
    };
  }

  /** Complex numbers; the result gets its parts through the same function. */
  public static ReducedDimensions.Fold complex(
      Tensor x, Tensor y, double start, ComplexFunction.Binary f, RealResult result) {
    return new ReducedDimensions.Fold() {
      private final ComplexFunction.Result total = new ComplexFunction.Result();

      @Override
      public void start() {
        total.set(start, 0);
      }

      @Override
      public void add(long first, long step, long count) {
        for (long n = 0; n < count; n++) {
          long i = first + n * step;
          f.apply(total.real, total.imaginary, x.getReal(i), x.getImaginary(i), total);
        }
      }

      @Override
      public void finish(long r, long count) {
        y.setComplex(r, result.of(total.real, count), result.of(total.imaginary, count));
      }
    };
  }

  /** Adds. */
  public static ReducedDimensions.Fold sum(Tensor x, Tensor y) {
    if (x.dtype().isComplex()) {
      return complex(x, y, 0, (a, b, c, d, out) -> out.set(a + c, b + d), (total, count) -> total);
    }
    return x.dtype().isFloating()
        ? real(x, y, 0, Double::sum, (total, count) -> total)
        : integer(x, y, 0, Long::sum, (total, count) -> total);
  }
}
