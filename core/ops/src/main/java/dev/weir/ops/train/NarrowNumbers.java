package dev.weir.ops.train;

import dev.weir.ops.support.Rounding;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.function.DoubleUnaryOperator;

/**
 * Numbers of 16 bits, computed in single precision and rounded after every operation: a float has
 * more than twice as many digits, so that a sum, product, quotient or root has the bits it would
 * have if it were rounded once.
 */
final class NarrowNumbers extends Numbers {
  private static final int INFINITE = 0x7F800000;
  private static final int QUIET = 0x400000;

  private final NumberArrays arrays;
  private final SingleNumbers wide;

  private NarrowNumbers(NumberArrays arrays, SingleNumbers wide) {
    this.arrays = arrays;
    this.wide = wide;
  }

  /** One number for each element of a block, not set yet. */
  static NarrowNumbers of(NumberArrays arrays) {
    return new NarrowNumbers(arrays, SingleNumbers.of(arrays));
  }

  /** One number for all elements. */
  static NarrowNumbers uniform(double value, NumberArrays arrays) {
    double rounded = Rounding.to(arrays.dtype()).applyAsDouble(value);
    return new NarrowNumbers(arrays, SingleNumbers.uniform(rounded, arrays));
  }

  @Override
  void load(Tensor tensor, long from, int at, int count) {
    tensor.buffer().copyToArray(from * Short.BYTES, arrays.shorts(), 0, count);
    widen(wide.values(), at, count);
  }

  @Override
  void store(Tensor tensor, long from, int at, int count) {
    wide.expand();
    narrow(wide.values(), at, count);
    tensor.buffer().copyFromArray(arrays.shorts(), 0, from * Short.BYTES, count);
  }

  private void widen(float[] to, int at, int count) {
    if (arrays.dtype() == DType.FLOAT16) {
      halvesToFloats(arrays.shorts(), to, at, count);
    } else {
      bfloat16sToFloats(arrays.shorts(), to, at, count);
    }
  }

  private void narrow(float[] from, int at, int count) {
    if (arrays.dtype() == DType.FLOAT16) {
      floatsToHalves(from, at, arrays.shorts(), count);
    } else {
      floatsToBfloat16s(from, at, arrays.shorts(), count);
    }
  }

  private static void halvesToFloats(short[] from, float[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = Float.float16ToFloat(from[i]);
    }
  }

  private static void floatsToHalves(float[] from, int at, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.floatToFloat16(from[at + i]);
    }
  }

  private static void bfloat16sToFloats(short[] from, float[] to, int at, int count) {
    for (int i = 0; i < count; i++) {
      to[at + i] = Float.intBitsToFloat(from[i] << 16);
    }
  }

  /** As {@code Bfloat16} does, without a branch. */
  private static void floatsToBfloat16s(float[] from, int at, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToRawIntBits(from[at + i]);
      int isNan = INFINITE - (bits & Integer.MAX_VALUE) >> 31; // all bits, or none
      int rounded = bits + 0x7FFF + (bits >>> 16 & 1);
      to[i] = (short) ((rounded & ~isNan | (bits | QUIET) & isNan) >>> 16);
    }
  }

  private static SingleNumbers wide(Numbers numbers) {
    return ((NarrowNumbers) numbers).wide;
  }

  private Numbers rounded(Numbers result) {
    SingleNumbers numbers = (SingleNumbers) result;
    narrow(numbers.values(), 0, numbers.count());
    widen(numbers.values(), 0, numbers.count());
    return new NarrowNumbers(arrays, numbers);
  }

  /** What needs no rounding. */
  private Numbers exact(Numbers result) {
    return new NarrowNumbers(arrays, (SingleNumbers) result);
  }

  @Override
  Numbers plus(Numbers other) {
    return rounded(wide.plus(wide(other)));
  }

  @Override
  Numbers minus(Numbers other) {
    return rounded(wide.minus(wide(other)));
  }

  @Override
  Numbers times(Numbers other) {
    return rounded(wide.times(wide(other)));
  }

  @Override
  Numbers dividedBy(Numbers other) {
    return rounded(wide.dividedBy(wide(other)));
  }

  @Override
  Numbers sqrt() {
    return rounded(wide.sqrt());
  }

  @Override
  Numbers reciprocalSqrt() {
    return arrays.dtype() == DType.BFLOAT16
        ? rounded(wide.reciprocalSqrt())
        : roundedOnce(wide.abs(), x -> 1 / Math.sqrt(x), wide.values());
  }

  @Override
  Numbers exp() {
    return roundedOnce(wide.abs(), Math::exp, wide.values());
  }

  /** A function that is computed in double precision and whose result is then rounded. */
  private Numbers roundedOnce(Numbers room, DoubleUnaryOperator function, float[] x) {
    SingleNumbers result = (SingleNumbers) room;
    DoubleUnaryOperator rounding = Rounding.to(arrays.dtype());
    for (int i = 0; i < result.count(); i++) {
      result.values()[i] = (float) rounding.applyAsDouble(function.applyAsDouble(x[i]));
    }
    return new NarrowNumbers(arrays, result);
  }

  @Override
  Numbers power(Numbers exponent) {
    SingleNumbers exponents = wide(exponent);
    wide.expand();
    exponents.expand();
    SingleNumbers result = (SingleNumbers) wide.plus(exponents); // room for the powers
    DoubleUnaryOperator rounding = Rounding.to(arrays.dtype());
    for (int i = 0; i < result.count(); i++) {
      double power = Math.pow(wide.values()[i], exponents.values()[i]);
      result.values()[i] = (float) rounding.applyAsDouble(power);
    }
    return new NarrowNumbers(arrays, result);
  }

  @Override
  Numbers negated() {
    return exact(wide.negated());
  }

  @Override
  Numbers abs() {
    return exact(wide.abs());
  }

  @Override
  Numbers sign() {
    return exact(wide.sign());
  }

  @Override
  Numbers max(Numbers other) {
    return exact(wide.max(wide(other)));
  }

  @Override
  Numbers whereGreater(Numbers left, Numbers right) {
    return exact(wide.whereGreater(wide(left), wide(right)));
  }

  @Override
  double first() {
    return wide.first();
  }
}
