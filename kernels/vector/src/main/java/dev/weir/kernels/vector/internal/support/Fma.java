package dev.weir.kernels.vector.internal.support;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;

/**
 * Multiply-add, fused where the processor has an instruction for it.
 *
 * <p>Without such an instruction {@code fma} must still round once, which the JDK does through
 * {@code BigDecimal}: thousands of times slower. This class is therefore the only caller of {@code
 * fma}, and falls back to a multiplication and an addition.
 */
public final class Fma {
  private static final boolean FUSED = processorFuses();

  private Fma() {}

  /** Whether a product and a sum are rounded once: some algorithms are wrong otherwise. */
  public static boolean isFused() {
    return FUSED;
  }

  /** Returns {@code a * b + c}, lane by lane. */
  public static FloatVector multiplyAdd(FloatVector a, FloatVector b, FloatVector c) {
    return FUSED ? a.fma(b, c) : a.mul(b).add(c);
  }

  /** Returns {@code a * b + c}, lane by lane. */
  public static DoubleVector multiplyAdd(DoubleVector a, DoubleVector b, DoubleVector c) {
    return FUSED ? a.fma(b, c) : a.mul(b).add(c);
  }

  /** Returns {@code a * b + c}, lane by lane, of real numbers of any type. */
  public static <T> Vector<T> multiplyAdd(Vector<T> a, Vector<T> b, Vector<T> c) {
    return FUSED ? a.lanewise(VectorOperators.FMA, b, c) : a.mul(b).add(c);
  }

  /** Returns {@code a * b + c}. */
  public static float multiplyAdd(float a, float b, float c) {
    return FUSED ? Math.fma(a, b, c) : a * b + c;
  }

  /** Returns {@code a * b + c}. */
  public static double multiplyAdd(double a, double b, double c) {
    return FUSED ? Math.fma(a, b, c) : a * b + c;
  }

  private static boolean processorFuses() {
    try {
      return Boolean.parseBoolean(
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
              .getVMOption("UseFMA")
              .getValue());
    } catch (RuntimeException | LinkageError e) {
      return false; // another virtual machine: the safe choice is the one that cannot be very slow
    }
  }
}
