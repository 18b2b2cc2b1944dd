package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction.Result;
import dev.weir.ops.support.ComplexMath;

/**
 * Functions of complex numbers {@code a + bi} and {@code c + di}: principal values, with the branch
 * cuts where the C standard has them.
 */
final class ComplexFunctions {
  private ComplexFunctions() {}

  static void multiply(double a, double b, double c, double d, Result out) {
    out.set(a * c - b * d, a * d + b * c);
  }

  /** Scales by the larger part of the divisor, so that no square overflows. */
  static void divide(double a, double b, double c, double d, Result out) {
    if (c == 0 && d == 0) {
      out.set(a / Math.abs(c), b / Math.abs(c));
    } else if (Math.abs(c) >= Math.abs(d)) {
      double ratio = d / c;
      double scale = c + d * ratio;
      out.set((a + b * ratio) / scale, (b - a * ratio) / scale);
    } else {
      double ratio = c / d;
      double scale = c * ratio + d;
      out.set((a * ratio + b) / scale, (b * ratio - a) / scale);
    }
  }

  static void reciprocal(double a, double b, Result out) {
    divide(1, 0, a, b, out);
  }

  /** {@code z / |z|}, and 0 for 0. */
  static void sign(double a, double b, Result out) {
    double size = Math.hypot(a, b);
    if (size == 0) {
      out.set(0, 0);
    } else {
      out.set(a / size, b / size);
    }
  }

  static void sqrt(double a, double b, Result out) {
    if (a == 0 && b == 0) {
      out.set(0, b);
      return;
    }
    double half = Math.sqrt((Math.abs(a) + Math.hypot(a, b)) / 2);
    if (a >= 0) {
      out.set(half, b / (2 * half));
    } else {
      out.set(Math.abs(b) / (2 * half), Math.copySign(half, b));
    }
  }

  static void exp(double a, double b, Result out) {
    double size = Math.exp(a);
    out.set(size * Math.cos(b), b == 0 ? b : size * Math.sin(b));
  }

  /** {@code e^a cos b - 1} without cancellation: both parts of it are small near 0. */
  static void expm1(double a, double b, Result out) {
    double half = Math.sin(b / 2);
    double grown = Math.expm1(a);
    out.set(grown * Math.cos(b) - 2 * half * half, b == 0 ? b : Math.exp(a) * Math.sin(b));
  }

  static void log(double a, double b, Result out) {
    out.set(logOfSize(a, b), Math.atan2(b, a));
  }

  /** {@code ln |z|}, precise also where |z| is near 1. */
  private static double logOfSize(double a, double b) {
    double size = Math.hypot(a, b);
    if (size < 0.5 || size > 2 || Double.isNaN(size)) {
      return Math.log(size);
    }
    double large = Math.max(Math.abs(a), Math.abs(b));
    double small = Math.min(Math.abs(a), Math.abs(b));
    return Math.log1p((large - 1) * (large + 1) + small * small) / 2;
  }

  static void log1p(double a, double b, Result out) {
    double size = Math.hypot(1 + a, b);
    double log = size > 0.5 && size < 2 ? Math.log1p(a * (2 + a) + b * b) / 2 : logOfSize(1 + a, b);
    out.set(log, Math.atan2(b, 1 + a));
  }

  static void sinh(double a, double b, Result out) {
    out.set(Math.sinh(a) * Math.cos(b), Math.cosh(a) * Math.sin(b));
  }

  static void cosh(double a, double b, Result out) {
    out.set(Math.cosh(a) * Math.cos(b), Math.sinh(a) * Math.sin(b));
  }

  static void sin(double a, double b, Result out) {
    out.set(Math.sin(a) * Math.cosh(b), Math.cos(a) * Math.sinh(b));
  }

  static void cos(double a, double b, Result out) {
    out.set(Math.cos(a) * Math.cosh(b), -Math.sin(a) * Math.sinh(b));
  }

  /** {@code tan z = -i tanh iz}. */
  static void tan(double a, double b, Result out) {
    ComplexMath.tanh(-b, a, out);
    out.set(out.imaginary, -out.real);
  }

  /** Kahan's formulas, which lose no digits next to the branch cuts. */
  static void asin(double a, double b, Result out) {
    sqrt(1 - a, -b, out);
    double p = out.real;
    double q = out.imaginary;
    sqrt(1 + a, b, out);
    double r = out.real;
    double s = out.imaginary;
    out.set(Math.atan2(a, p * r - q * s), Hyperbolic.asinh(p * s - q * r));
  }

  static void acos(double a, double b, Result out) {
    sqrt(1 - a, -b, out);
    double p = out.real;
    double q = out.imaginary;
    sqrt(1 + a, b, out);
    double r = out.real;
    double s = out.imaginary;
    out.set(2 * Math.atan2(p, r), Hyperbolic.asinh(r * q - s * p));
  }

  /** {@code asinh z = -i asin iz}. */
  static void asinh(double a, double b, Result out) {
    asin(-b, a, out);
    out.set(out.imaginary, -out.real);
  }

  static void acosh(double a, double b, Result out) {
    sqrt(a - 1, b, out);
    double p = out.real;
    double q = out.imaginary;
    sqrt(a + 1, b, out);
    out.set(Hyperbolic.asinh(p * out.real + q * out.imaginary), 2 * Math.atan2(q, out.real));
  }

  static void atanh(double a, double b, Result out) {
    double distance = (1 - Math.abs(a)) * (1 - Math.abs(a)) + b * b;
    double real = Math.log1p(4 * Math.abs(a) / distance) / 4;
    double angle = Math.atan2(2 * b, (1 - a) * (1 + a) - b * b) / 2;
    out.set(Math.copySign(real, a), angle);
  }

  /** {@code atan z = -i atanh iz}. */
  static void atan(double a, double b, Result out) {
    atanh(-b, a, out);
    out.set(out.imaginary, -out.real);
  }

  /** {@code 1 / (1 + e⁻ᶻ)}. */
  static void sigmoid(double a, double b, Result out) {
    exp(-a, -b, out);
    reciprocal(1 + out.real, out.imaginary, out);
  }

  /** {@code e^(w ln z)}; anything to the power of 0 is 1, 0 to any other power 0. */
  static void power(double a, double b, double c, double d, Result out) {
    if (c == 0 && d == 0) {
      out.set(1, 0);
    } else if (a == 0 && b == 0) {
      out.set(0, 0);
    } else {
      log(a, b, out);
      multiply(out.real, out.imaginary, c, d, out);
      exp(out.real, out.imaginary, out);
    }
  }
}
