package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;

/**
 * Functions of single floats that give the very bits that {@link FloatExp} and {@link FloatLog}
 * give for vectors: the same steps in the same order, with the same numbers.
 */
public final class FloatMath {
  static final float LOG2_E = 1.44269504f;
  static final float MINUS_LN2_HIGH = -6.93145752e-1f;
  static final float MINUS_LN2_LOW = -1.42860677e-6f;
  static final float ROUND = 12582912f;
  static final float HIGHEST = 89f;
  static final float LOWEST = -104f;

  // Of (e^r - 1 - r) / r^2 for |r| <= ln 2 / 2 (Cephes, expf).
  static final float E2 = 5.0000001201e-1f;
  static final float E3 = 1.6666665459e-1f;
  static final float E4 = 4.1665795894e-2f;
  static final float E5 = 8.3334519073e-3f;
  static final float E6 = 1.3981999507e-3f;
  static final float E7 = 1.9875691500e-4f;

  /** Below this {@code e^x - 1} is -1, and nearer to 0 than the other it is x. */
  static final float EXPM1_LOWEST = -18f;

  static final float LINEAR = 0x1p-25f;

  static final float TANH_SMALL = 0.625f;

  // Of (tanh(x) - x) / x^3 as a function of x^2 (Cephes, tanhf).
  static final float T1 = -3.33332819422e-1f;
  static final float T2 = 1.33314422036e-1f;
  static final float T3 = -5.37397155531e-2f;
  static final float T4 = 2.06390887954e-2f;
  static final float T5 = -5.70498872745e-3f;

  static final float THIRD = 1 / 3f;
  static final float LN2 = 0.693147182f;
  static final float TWO_23 = 8388608f;
  static final float TWO_MINUS_23 = 1.1920929e-7f;
  static final float MINUS_23 = -23f;
  static final int TWO_THIRDS_BITS = 0x3f2aaaab;
  static final int EXPONENT_BITS = 0xff800000;

  // log(1 + f) = f + f^2 (-1/2 + f (C3 + f (even part + f odd part))), both parts in f^2.
  static final float C2 = -0.5f;
  static final float C3 = 0.333331972f;
  static final float C4 = -0.249996200f;
  static final float C5 = 0.200120345f;
  static final float C6 = -0.166846126f;
  static final float C7 = 0.139814854f;
  static final float C8 = -0.121483512f;
  static final float C9 = 0.140869141f;
  static final float C10 = -0.130310059f;

  private static final int ROUND_BITS = Float.floatToRawIntBits(ROUND);

  private FloatMath() {}

  public static float exp(float x) {
    float y = x > HIGHEST ? HIGHEST : x;
    y = x < LOWEST ? LOWEST : y;
    float shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    float n = shifted - ROUND;
    float r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    float p = Fma.multiplyAdd(E7, r, E6);
    p = Fma.multiplyAdd(p, r, E5);
    p = Fma.multiplyAdd(p, r, E4);
    p = Fma.multiplyAdd(p, r, E3);
    p = Fma.multiplyAdd(p, r, E2);
    p = Fma.multiplyAdd(p, r, 1);
    p = Fma.multiplyAdd(p, r, 1);
    int exponent = Float.floatToRawIntBits(shifted) - ROUND_BITS;
    int half = exponent >> 1;
    return p * powerOfTwo(half) * powerOfTwo(exponent - half);
  }

  public static float expm1(float x) {
    float y = x > HIGHEST ? HIGHEST : x;
    y = x < EXPM1_LOWEST ? EXPM1_LOWEST : y;
    float shifted = Fma.multiplyAdd(y, LOG2_E, ROUND);
    float n = shifted - ROUND;
    float r = Fma.multiplyAdd(n, MINUS_LN2_HIGH, y);
    r = Fma.multiplyAdd(n, MINUS_LN2_LOW, r);
    float p = Fma.multiplyAdd(E7, r, E6);
    p = Fma.multiplyAdd(p, r, E5);
    p = Fma.multiplyAdd(p, r, E4);
    p = Fma.multiplyAdd(p, r, E3);
    p = Fma.multiplyAdd(p, r, E2);
    p = Fma.multiplyAdd(p, r * r, r);
    float half = powerOfTwo(Float.floatToRawIntBits(shifted) - ROUND_BITS - 1);
    float result = Fma.multiplyAdd(p, half, half - 0.5f);
    return Math.abs(x) < LINEAR ? x : result + result;
  }

  public static float sigmoid(float x) {
    float small = exp(-Math.abs(x));
    return (x < 0 ? small : 1) / (small + 1);
  }

  public static float tanh(float x) {
    float size = Math.abs(x);
    if (size < TANH_SMALL) {
      float square = x * x;
      float p = Fma.multiplyAdd(T5, square, T4);
      p = Fma.multiplyAdd(p, square, T3);
      p = Fma.multiplyAdd(p, square, T2);
      p = Fma.multiplyAdd(p, square, T1);
      return Fma.multiplyAdd(p * square, x, x);
    }
    float large = 1 - 2 / (exp(size + size) + 1);
    return x < 0 ? -large : large;
  }

  public static float log(float x) {
    if (!(x >= 0)) {
      return Float.NaN;
    }
    if (x == 0 || x == Float.POSITIVE_INFINITY) {
      return x == 0 ? Float.NEGATIVE_INFINITY : x;
    }
    boolean isDenormal = x < Float.MIN_NORMAL;
    int bits = Float.floatToRawIntBits(isDenormal ? x * TWO_23 : x);
    int e = (bits - TWO_THIRDS_BITS) & EXPONENT_BITS;
    float f = Float.intBitsToFloat(bits - e) - 1;
    float exponent = e * TWO_MINUS_23;
    exponent += isDenormal ? MINUS_23 : 0;
    return logSum(exponent, f);
  }

  private static float logSum(float e, float f) {
    float square = f * f;
    float even = Fma.multiplyAdd(C10, square, C8);
    float odd = Fma.multiplyAdd(C9, square, C7);
    even = Fma.multiplyAdd(even, square, C6);
    odd = Fma.multiplyAdd(odd, square, C5);
    even = Fma.multiplyAdd(even, square, C4);
    float p = Fma.multiplyAdd(odd, f, even);
    p = Fma.multiplyAdd(p, f, C3);
    p = Fma.multiplyAdd(p, f, C2);
    p = Fma.multiplyAdd(p, square, f);
    return Fma.multiplyAdd(e, LN2, p);
  }

  public static float log1p(float x) {
    float sum = 1 + x;
    float log = log(sum);
    float result = log + (x - (sum - 1)) / sum;
    result = Float.isInfinite(log) ? log : result;
    return Math.abs(x) < LINEAR ? x : result;
  }

  public static float softplus(float x) {
    float small = exp(-Math.abs(x));
    return Math.max(x, 0) + (small > THIRD ? logSum(1, (small - 1) * 0.5f) : logSum(0, small));
  }

  private static float powerOfTwo(int n) {
    return Float.intBitsToFloat((n + 127) << 23);
  }
}
