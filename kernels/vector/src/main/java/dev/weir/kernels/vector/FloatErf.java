package dev.weir.kernels.vector;

import jdk.incubator.vector.FloatVector;

/**
 * The error function of float vectors, as an inlined quotient of polynomials; see {@link FloatExp}
 * for why. The error found against double precision is below 6 ulp.
 */
final class FloatErf {
  private static final FloatVector ONE = constant(1);
  private static final FloatVector MINUS_ONE = constant(-1);
  private static final FloatVector LARGEST = constant(FloatMath.ERF_LARGEST);
  private static final FloatVector LEAST = constant(-FloatMath.ERF_LARGEST);
  private static final FloatVector P0 = constant(FloatMath.P0);
  private static final FloatVector P1 = constant(FloatMath.P1);
  private static final FloatVector P2 = constant(FloatMath.P2);
  private static final FloatVector P3 = constant(FloatMath.P3);
  private static final FloatVector P4 = constant(FloatMath.P4);
  private static final FloatVector P5 = constant(FloatMath.P5);
  private static final FloatVector Q1 = constant(FloatMath.Q1);
  private static final FloatVector Q2 = constant(FloatMath.Q2);
  private static final FloatVector Q3 = constant(FloatMath.Q3);
  private static final FloatVector Q4 = constant(FloatMath.Q4);
  private static final FloatVector Q5 = constant(FloatMath.Q5);

  private FloatErf() {}

  /** Between -1 and 1; NaN for NaN. */
  static FloatVector erf(FloatVector x) {
    FloatVector y = x.min(LARGEST).max(LEAST);
    FloatVector square = y.mul(y);
    FloatVector p = Fma.multiplyAdd(P5, square, P4);
    FloatVector q = Fma.multiplyAdd(Q5, square, Q4);
    p = Fma.multiplyAdd(p, square, P3);
    q = Fma.multiplyAdd(q, square, Q3);
    p = Fma.multiplyAdd(p, square, P2);
    q = Fma.multiplyAdd(q, square, Q2);
    p = Fma.multiplyAdd(p, square, P1);
    q = Fma.multiplyAdd(q, square, Q1);
    p = Fma.multiplyAdd(p, square, P0);
    q = Fma.multiplyAdd(q, square, ONE);
    return y.mul(p.div(q)).min(ONE).max(MINUS_ONE);
  }

  private static FloatVector constant(float value) {
    return FloatVector.broadcast(Lanes.FLOAT, value);
  }
}
