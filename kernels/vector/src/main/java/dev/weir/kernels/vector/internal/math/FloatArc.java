package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The arc tangent of floats, in double precision, with twins for single numbers. The error found is
 * below 1 ulp of a float.
 */
public final class FloatArc {
  private static final double HALF_PI = Math.PI / 2;

  // atan t / t as a function of t^2 up to 1, of least error
  private static final double A0 = 0.9999999999293037;
  private static final double A1 = -0.3333333129088999;
  private static final double A2 = 0.19999901102171555;
  private static final double A3 = -0.14283813255743194;
  private static final double A4 = 0.11091922963683302;
  private static final double A5 = -0.08974171958363882;
  private static final double A6 = 0.07228278345377252;
  private static final double A7 = -0.05395668057137172;
  private static final double A8 = 0.033826218952786875;
  private static final double A9 = -0.015828322749149415;
  private static final double A10 = 0.00473248419342192;
  private static final double A11 = -0.0006633954571104787;

  private static final DoubleVector ZERO = constant(0);
  private static final DoubleVector ONE = constant(1);
  private static final DoubleVector PIS = constant(Math.PI);
  private static final DoubleVector HALF_PIS = constant(HALF_PI);
  private static final DoubleVector INFINITY = constant(Double.POSITIVE_INFINITY);
  private static final DoubleVector A0S = constant(A0);
  private static final DoubleVector A1S = constant(A1);
  private static final DoubleVector A2S = constant(A2);
  private static final DoubleVector A3S = constant(A3);
  private static final DoubleVector A4S = constant(A4);
  private static final DoubleVector A5S = constant(A5);
  private static final DoubleVector A6S = constant(A6);
  private static final DoubleVector A7S = constant(A7);
  private static final DoubleVector A8S = constant(A8);
  private static final DoubleVector A9S = constant(A9);
  private static final DoubleVector A10S = constant(A10);
  private static final DoubleVector A11S = constant(A11);
  private static final LongVector SIGN = LongVector.broadcast(Lanes.LONG, Long.MIN_VALUE);

  private FloatArc() {}

  /** Of doubles that are floats, to be rounded to such. */
  public static DoubleVector atan(DoubleVector x) {
    DoubleVector size = x.abs();
    VectorMask<Double> isLarge = size.compare(VectorOperators.GT, ONE);
    DoubleVector arc = arc(size.blend(ONE.div(size), isLarge));
    return withSign(arc.blend(HALF_PIS.sub(arc), isLarge), x);
  }

  /**
   * The angle of the point (x, y), between -π and π. Of doubles that are floats, to be rounded to
   * such.
   */
  public static DoubleVector atan2(DoubleVector y, DoubleVector x) {
    DoubleVector height = y.abs();
    DoubleVector width = x.abs();
    DoubleVector small = height.min(width);
    DoubleVector large = height.max(width);
    DoubleVector t = small.div(large).blend(small, large.compare(VectorOperators.EQ, ZERO));
    DoubleVector arc = arc(t.blend(ONE, small.compare(VectorOperators.EQ, INFINITY)));
    arc = arc.blend(HALF_PIS.sub(arc), height.compare(VectorOperators.GT, width));
    // x may be -0, whose sign a comparison with 0 does not see
    VectorMask<Double> isLeft = withSign(ONE, x).compare(VectorOperators.LT, ZERO);
    return withSign(arc.blend(PIS.sub(arc), isLeft), y);
  }

  private static DoubleVector arc(DoubleVector t) {
    DoubleVector z = t.mul(t);
    DoubleVector p = Fma.multiplyAdd(A11S, z, A10S);
    p = Fma.multiplyAdd(p, z, A9S);
    p = Fma.multiplyAdd(p, z, A8S);
    p = Fma.multiplyAdd(p, z, A7S);
    p = Fma.multiplyAdd(p, z, A6S);
    p = Fma.multiplyAdd(p, z, A5S);
    p = Fma.multiplyAdd(p, z, A4S);
    p = Fma.multiplyAdd(p, z, A3S);
    p = Fma.multiplyAdd(p, z, A2S);
    p = Fma.multiplyAdd(p, z, A1S);
    p = Fma.multiplyAdd(p, z, A0S);
    return p.mul(t);
  }

  private static DoubleVector withSign(DoubleVector size, DoubleVector x) {
    LongVector sign = x.reinterpretAsLongs().and(SIGN);
    return size.reinterpretAsLongs().or(sign).reinterpretAsDoubles();
  }

  /** The arc tangent of one number. */
  public static double atan(double x) {
    double size = Math.abs(x);
    double arc = arc(size > 1 ? 1 / size : size);
    return Math.copySign(size > 1 ? HALF_PI - arc : arc, x);
  }

  /** The angle of one point. */
  public static double atan2(double y, double x) {
    double height = Math.abs(y);
    double width = Math.abs(x);
    double small = Math.min(height, width);
    double large = Math.max(height, width);
    double t = small == Double.POSITIVE_INFINITY ? 1 : large == 0 ? small : small / large;
    double arc = arc(t);
    arc = height > width ? HALF_PI - arc : arc;
    return Math.copySign(Double.doubleToRawLongBits(x) < 0 ? Math.PI - arc : arc, y);
  }

  private static double arc(double t) {
    double z = t * t;
    double p = Fma.multiplyAdd(A11, z, A10);
    p = Fma.multiplyAdd(p, z, A9);
    p = Fma.multiplyAdd(p, z, A8);
    p = Fma.multiplyAdd(p, z, A7);
    p = Fma.multiplyAdd(p, z, A6);
    p = Fma.multiplyAdd(p, z, A5);
    p = Fma.multiplyAdd(p, z, A4);
    p = Fma.multiplyAdd(p, z, A3);
    p = Fma.multiplyAdd(p, z, A2);
    p = Fma.multiplyAdd(p, z, A1);
    p = Fma.multiplyAdd(p, z, A0);
    return p * t;
  }

  private static DoubleVector constant(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLE, value);
  }
}
