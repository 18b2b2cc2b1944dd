package dev.weir.kernels.vector.internal.nn;

import static dev.weir.kernels.vector.internal.support.FloatRow.get;
import static dev.weir.kernels.vector.internal.support.FloatRow.load;
import static dev.weir.kernels.vector.internal.support.FloatRow.set;
import static dev.weir.kernels.vector.internal.support.FloatRow.store;

import dev.weir.kernels.vector.internal.math.FloatExp;
import dev.weir.kernels.vector.internal.math.FloatMath;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * Softmax of one row of floats. The greatest is subtracted first; exponentials are added in double
 * precision, in as many sums as there are lanes for doubles, whether in vectors or one by one.
 */
final class SoftmaxRow implements Warmth.Loop {
  private static final int V = Lanes.FLOATS;
  private static final int LANES = Lanes.DOUBLES;

  private static final int PROBABILITIES = 0;
  private static final int LOGARITHMS = 1;

  private final Warmth probabilities =
      new Warmth(this, PROBABILITIES, Grain.COSTLY.warmUpThreshold());
  private final Warmth logarithms = new Warmth(this, LOGARITHMS, Grain.COSTLY.warmUpThreshold());

  /** Memory for {@link #warmUp}, which must not allocate. */
  private final double[] warmUpSums = new double[LANES];

  /** Sets {@code out[i] = exp(in[i]) / sum}. */
  void probabilities(long in, long out, int width) {
    int whole = probabilities.allows(width) ? width & -V : 0;
    double sum = exponentials(in, out, whole, width, max(in, whole, width));
    scale(out, whole, width, (float) (1 / sum));
  }

  /**
   * Sets {@code out[i] = exp(in[i] - max)} and returns the sum.
   *
   * @param whole how many are computed in vectors
   */
  static double exponentials(long in, long out, int whole, int width, float max) {
    double[] sums = new double[LANES];
    if (whole > 0) {
      exponentials(in, out, whole, max, sums);
    }
    for (int i = whole; i < width; i++) {
      float exponential = FloatMath.exp(get(in, i) - max);
      set(out, i, exponential);
      sums[i & (LANES - 1)] += exponential;
    }
    return total(sums);
  }

  /** Multiplies all with a number. */
  static void scale(long out, int whole, int width, float factor) {
    if (whole > 0) {
      scale(out, whole, factor);
    }
    for (int i = whole; i < width; i++) {
      set(out, i, get(out, i) * factor);
    }
  }

  /** Sets {@code out[i] = in[i] - log(sum)}. */
  void logarithms(long in, long out, int width) {
    int whole = logarithms.allows(width) ? width & -V : 0;
    float max = max(in, whole, width);
    double[] sums = new double[LANES];
    if (whole > 0) {
      sumExponentials(in, whole, max, sums);
    }
    for (int i = whole; i < width; i++) {
      sums[i & (LANES - 1)] += FloatMath.exp(get(in, i) - max);
    }
    float logarithm = (float) Math.log(total(sums));
    if (whole > 0) {
      subtract(in, out, whole, max, logarithm);
    }
    for (int i = whole; i < width; i++) {
      set(out, i, get(in, i) - max - logarithm);
    }
  }

  static double total(double[] sums) {
    double total = 0;
    for (double sum : sums) {
      total += sum;
    }
    return total;
  }

  /** The greatest, or NaN if there is one. */
  static float max(long in, int whole, int width) {
    float max = whole > 0 ? maxOfVectors(in, whole) : Float.NEGATIVE_INFINITY;
    for (int i = whole; i < width; i++) {
      max = Math.max(max, get(in, i));
    }
    return max;
  }

  private static float maxOfVectors(long in, int count) {
    FloatVector max = load(in, 0);
    for (int i = V; i < count; i += V) {
      max = max.max(load(in, i));
    }
    return max.reduceLanes(VectorOperators.MAX);
  }

  private static void exponentials(long in, long out, int count, float max, double[] sums) {
    FloatVector top = FloatVector.broadcast(Lanes.FLOAT, max);
    DoubleVector sum = DoubleVector.zero(Lanes.DOUBLE);
    for (int i = 0; i < count; i += V) {
      FloatVector exponential = FloatExp.exp(load(in, i).sub(top));
      store(exponential, out, i);
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0));
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 1));
    }
    sum.intoArray(sums, 0);
  }

  private static void sumExponentials(long in, int count, float max, double[] sums) {
    FloatVector top = FloatVector.broadcast(Lanes.FLOAT, max);
    DoubleVector sum = DoubleVector.zero(Lanes.DOUBLE);
    for (int i = 0; i < count; i += V) {
      FloatVector exponential = FloatExp.exp(load(in, i).sub(top));
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0));
      sum = sum.add(exponential.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 1));
    }
    sum.intoArray(sums, 0);
  }

  private static void scale(long out, int count, float factor) {
    for (int i = 0; i < count; i += V) {
      store(load(out, i).mul(factor), out, i);
    }
  }

  private static void subtract(long in, long out, int count, float max, float logarithm) {
    for (int i = 0; i < count; i += V) {
      store(load(in, i).sub(max).sub(logarithm), out, i);
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    int count = WarmUp.VECTORS * V;
    float max = maxOfVectors(scratch, count);
    if (form == PROBABILITIES) {
      warmUp(scratch, count, max, warmUpSums);
    } else {
      sumExponentials(scratch, count, max, warmUpSums);
      subtract(scratch, scratch, count, max, 0);
    }
  }

  /** Runs the loops behind {@link #exponentials} and {@link #scale}. */
  static void warmUp(long scratch, int count, float max, double[] sums) {
    exponentials(scratch, scratch, count, max, sums);
    scale(scratch, count, 1);
  }
}
