package dev.weir.kernels.vector.internal.math;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.Lanes;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * Arc functions of double vectors, and twins for single doubles that give the same bits; see {@link
 * FloatExp} for why. Errors found against StrictMath: at most 2 ulp, of the angle of a point 3.
 */
public final class DoubleArc {
  private static final double HALF_PI = Math.PI / 2;
  private static final double QUARTER_PI = Math.PI / 4;

  /** What π/2 as a double lacks. */
  private static final double HALF_PI_LOW = 6.123233995736766e-17;

  /** tan(3π/8), and a number near tan(π/8): the arcs beyond are π/2 and π/4 and something. */
  private static final double STEEP = 2.414213562373095;

  private static final double SLANTED = 0.66;

  // (asin x - x) / x^3 as a function of x^2 up to 1/4, of least error
  private static final double A1 = 0.1666666666666665;
  private static final double A2 = 0.07500000000020764;
  private static final double A3 = 0.044642857103423646;
  private static final double A4 = 0.03038194736709848;
  private static final double A5 = 0.02237204763174451;
  private static final double A6 = 0.017355259955786323;
  private static final double A7 = 0.013929652902326633;
  private static final double A8 = 0.011875494382636922;
  private static final double A9 = 0.0078029494773533175;
  private static final double A10 = 0.01603551434914882;
  private static final double A11 = -0.010749050339697808;
  private static final double A12 = 0.028169218060881414;

  // (atan x - x) / x^3 as a quotient of polynomials in x^2 (Cephes, atan)
  private static final double P0 = -6.485021904942025371773e1;
  private static final double P1 = -1.228866684490136173410e2;
  private static final double P2 = -7.500855792314704667340e1;
  private static final double P3 = -1.615753718733365076637e1;
  private static final double P4 = -8.750608600031904122785e-1;
  private static final double Q0 = 1.945506571482613964425e2;
  private static final double Q1 = 4.853903996359136964868e2;
  private static final double Q2 = 4.328810604912902668951e2;
  private static final double Q3 = 1.650270098316988542046e2;
  private static final double Q4 = 2.485846490142306297962e1;

  private static final DoubleVector ZERO = constant(0);
  private static final DoubleVector HALF = constant(0.5);
  private static final DoubleVector ONE = constant(1);
  private static final DoubleVector TWO = constant(2);
  private static final DoubleVector MINUS_ONE = constant(-1);
  private static final DoubleVector PIS = constant(Math.PI);
  private static final DoubleVector HALF_PIS = constant(HALF_PI);
  private static final DoubleVector QUARTER_PIS = constant(QUARTER_PI);
  private static final DoubleVector HALF_PI_LOWS = constant(HALF_PI_LOW);
  private static final DoubleVector QUARTER_PI_LOWS = constant(HALF_PI_LOW / 2);
  private static final DoubleVector STEEPS = constant(STEEP);
  private static final DoubleVector SLANTEDS = constant(SLANTED);
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
  private static final DoubleVector A12S = constant(A12);
  private static final DoubleVector P0S = constant(P0);
  private static final DoubleVector P1S = constant(P1);
  private static final DoubleVector P2S = constant(P2);
  private static final DoubleVector P3S = constant(P3);
  private static final DoubleVector P4S = constant(P4);
  private static final DoubleVector Q0S = constant(Q0);
  private static final DoubleVector Q1S = constant(Q1);
  private static final DoubleVector Q2S = constant(Q2);
  private static final DoubleVector Q3S = constant(Q3);
  private static final DoubleVector Q4S = constant(Q4);
  private static final LongVector SIGN = LongVector.broadcast(Lanes.LONG, Long.MIN_VALUE);

  private DoubleArc() {}

  /** NaN beyond -1 and 1. */
  public static DoubleVector asin(DoubleVector x) {
    DoubleVector size = x.abs();
    VectorMask<Double> isLarge = size.compare(VectorOperators.GT, HALF);
    DoubleVector z = size.mul(size).blend(ONE.sub(size).mul(HALF), isLarge);
    DoubleVector root = size.blend(z.lanewise(VectorOperators.SQRT), isLarge);
    DoubleVector arc = arc(root, z);
    DoubleVector result =
        arc.blend(HALF_PIS.sub(Fma.multiplyAdd(TWO, arc, HALF_PI_LOWS.neg())), isLarge);
    return withSign(result, x);
  }

  /** NaN beyond -1 and 1. */
  public static DoubleVector acos(DoubleVector x) {
    DoubleVector size = x.abs();
    VectorMask<Double> isLarge = size.compare(VectorOperators.GT, HALF);
    DoubleVector z = size.mul(size).blend(ONE.sub(size).mul(HALF), isLarge);
    DoubleVector root = size.blend(z.lanewise(VectorOperators.SQRT), isLarge);
    DoubleVector arc = arc(root, z);
    DoubleVector twice = arc.add(arc);
    VectorMask<Double> isNegative = x.compare(VectorOperators.LT, ZERO);
    DoubleVector far = twice.blend(PIS.sub(twice), isNegative);
    DoubleVector near = HALF_PIS.sub(withSign(arc, x).sub(HALF_PI_LOWS));
    return near.blend(far, isLarge);
  }

  /** {@code asin} of numbers up to 1/2, given with their squares. */
  private static DoubleVector arc(DoubleVector x, DoubleVector z) {
    DoubleVector p = Fma.multiplyAdd(A12S, z, A11S);
    p = Fma.multiplyAdd(p, z, A10S);
    p = Fma.multiplyAdd(p, z, A9S);
    p = Fma.multiplyAdd(p, z, A8S);
    p = Fma.multiplyAdd(p, z, A7S);
    p = Fma.multiplyAdd(p, z, A6S);
    p = Fma.multiplyAdd(p, z, A5S);
    p = Fma.multiplyAdd(p, z, A4S);
    p = Fma.multiplyAdd(p, z, A3S);
    p = Fma.multiplyAdd(p, z, A2S);
    p = Fma.multiplyAdd(p, z, A1S);
    return Fma.multiplyAdd(z.mul(x), p, x);
  }

  public static DoubleVector atan(DoubleVector x) {
    DoubleVector size = x.abs();
    VectorMask<Double> isSteep = size.compare(VectorOperators.GT, STEEPS);
    VectorMask<Double> isSlanted = size.compare(VectorOperators.GT, SLANTEDS);
    DoubleVector numerator = size.blend(size.sub(ONE), isSlanted).blend(MINUS_ONE, isSteep);
    DoubleVector denominator = ONE.blend(size.add(ONE), isSlanted).blend(size, isSteep);
    DoubleVector base = ZERO.blend(QUARTER_PIS, isSlanted).blend(HALF_PIS, isSteep);
    DoubleVector low = ZERO.blend(QUARTER_PI_LOWS, isSlanted).blend(HALF_PI_LOWS, isSteep);
    DoubleVector t = numerator.div(denominator);
    DoubleVector z = t.mul(t);
    return withSign(base.add(Fma.multiplyAdd(t.mul(z), slope(z), low).add(t)), x);
  }

  private static DoubleVector slope(DoubleVector z) {
    DoubleVector p = Fma.multiplyAdd(P4S, z, P3S);
    p = Fma.multiplyAdd(p, z, P2S);
    p = Fma.multiplyAdd(p, z, P1S);
    p = Fma.multiplyAdd(p, z, P0S);
    DoubleVector q = z.add(Q4S);
    q = Fma.multiplyAdd(q, z, Q3S);
    q = Fma.multiplyAdd(q, z, Q2S);
    q = Fma.multiplyAdd(q, z, Q1S);
    q = Fma.multiplyAdd(q, z, Q0S);
    return p.div(q);
  }

  /** The angle of the point (x, y), between -π and π. */
  public static DoubleVector atan2(DoubleVector y, DoubleVector x) {
    DoubleVector height = y.abs();
    DoubleVector width = x.abs();
    DoubleVector small = height.min(width);
    DoubleVector large = height.max(width);
    DoubleVector t = small.div(large);
    t = t.blend(ONE, small.compare(VectorOperators.EQ, Double.POSITIVE_INFINITY));
    t = t.blend(ZERO, large.compare(VectorOperators.EQ, ZERO));
    DoubleVector arc = atan(t);
    arc = arc.blend(HALF_PIS.sub(arc.sub(HALF_PI_LOWS)), height.compare(VectorOperators.GT, width));
    arc = arc.blend(PIS.sub(arc), withSign(ONE, x).compare(VectorOperators.LT, ZERO));
    return withSign(arc, y);
  }

  private static DoubleVector withSign(DoubleVector size, DoubleVector x) {
    LongVector sign = x.reinterpretAsLongs().and(SIGN);
    return size.reinterpretAsLongs().or(sign).reinterpretAsDoubles();
  }

  public static double asin(double x) {
    double size = Math.abs(x);
    boolean isLarge = size > 0.5;
    double z = isLarge ? (1 - size) * 0.5 : size * size;
    double arc = arc(isLarge ? Math.sqrt(z) : size, z);
    return withSign(isLarge ? HALF_PI - Fma.multiplyAdd(2, arc, -HALF_PI_LOW) : arc, x);
  }

  public static double acos(double x) {
    double size = Math.abs(x);
    boolean isLarge = size > 0.5;
    double z = isLarge ? (1 - size) * 0.5 : size * size;
    double arc = arc(isLarge ? Math.sqrt(z) : size, z);
    double twice = arc + arc;
    double far = x < 0 ? Math.PI - twice : twice;
    return isLarge ? far : HALF_PI - (withSign(arc, x) - HALF_PI_LOW);
  }

  private static double arc(double x, double z) {
    double p = Fma.multiplyAdd(A12, z, A11);
    p = Fma.multiplyAdd(p, z, A10);
    p = Fma.multiplyAdd(p, z, A9);
    p = Fma.multiplyAdd(p, z, A8);
    p = Fma.multiplyAdd(p, z, A7);
    p = Fma.multiplyAdd(p, z, A6);
    p = Fma.multiplyAdd(p, z, A5);
    p = Fma.multiplyAdd(p, z, A4);
    p = Fma.multiplyAdd(p, z, A3);
    p = Fma.multiplyAdd(p, z, A2);
    p = Fma.multiplyAdd(p, z, A1);
    return Fma.multiplyAdd(z * x, p, x);
  }

  public static double atan(double x) {
    double size = Math.abs(x);
    boolean isSteep = size > STEEP;
    boolean isSlanted = size > SLANTED;
    double numerator = isSteep ? -1 : isSlanted ? size - 1 : size;
    double denominator = isSteep ? size : isSlanted ? size + 1 : 1;
    double base = isSteep ? HALF_PI : isSlanted ? QUARTER_PI : 0;
    double low = isSteep ? HALF_PI_LOW : isSlanted ? HALF_PI_LOW / 2 : 0;
    double t = numerator / denominator;
    double z = t * t;
    return withSign(base + (Fma.multiplyAdd(t * z, slope(z), low) + t), x);
  }

  private static double slope(double z) {
    double p = Fma.multiplyAdd(P4, z, P3);
    p = Fma.multiplyAdd(p, z, P2);
    p = Fma.multiplyAdd(p, z, P1);
    p = Fma.multiplyAdd(p, z, P0);
    double q = z + Q4;
    q = Fma.multiplyAdd(q, z, Q3);
    q = Fma.multiplyAdd(q, z, Q2);
    q = Fma.multiplyAdd(q, z, Q1);
    q = Fma.multiplyAdd(q, z, Q0);
    return p / q;
  }

  public static double atan2(double y, double x) {
    double height = Math.abs(y);
    double width = Math.abs(x);
    double small = Math.min(height, width);
    double large = Math.max(height, width);
    double t = small == Double.POSITIVE_INFINITY ? 1 : small / large;
    double arc = atan(large == 0 ? 0 : t);
    arc = height > width ? HALF_PI - (arc - HALF_PI_LOW) : arc;
    arc = Double.doubleToRawLongBits(x) < 0 ? Math.PI - arc : arc;
    return withSign(arc, y);
  }

  private static double withSign(double size, double x) {
    long sign = Double.doubleToRawLongBits(x) & Long.MIN_VALUE;
    return Double.longBitsToDouble(Double.doubleToRawLongBits(size) | sign);
  }

  private static DoubleVector constant(double value) {
    return DoubleVector.broadcast(Lanes.DOUBLE, value);
  }
}
