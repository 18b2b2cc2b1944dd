package dev.weir.kernels.vector.internal.nn;

import dev.weir.kernels.vector.internal.math.DoubleExp;
import dev.weir.kernels.vector.internal.math.DoubleMath;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import jdk.incubator.vector.DoubleVector;

/**
 * Exponentials of a row of logits in double precision, and their sum. They are added in as many
 * sums as there are lanes, whether in vectors or one by one.
 */
final class WideLogits implements Warmth.Loop {
  private static final int LANES = Lanes.DOUBLES;

  private final Warmth warmth = new Warmth(this, 0, Grain.COSTLY.warmUpThreshold());

  /** Memory for {@link #warmUp}, which must not allocate. */
  private final double[] warmUpRow = new double[WarmUp.VECTORS * LANES];

  private final double[] warmUpSums = new double[LANES];

  /** The greatest, or NaN if there is one. */
  static double greatest(double[] logits) {
    double greatest = Double.NEGATIVE_INFINITY;
    for (double logit : logits) {
      greatest = Math.max(greatest, logit);
    }
    return greatest;
  }

  /** Sets {@code out[i] = exp(logits[i] - greatest)} and returns the sum. */
  double exponentials(double[] logits, double greatest, double[] out) {
    int whole = warmth.allows(logits.length) ? logits.length & -LANES : 0;
    double[] sums = new double[LANES];
    if (whole > 0) {
      exponentials(logits, whole, greatest, out, sums);
    }
    for (int i = whole; i < logits.length; i++) {
      out[i] = DoubleMath.exp(logits[i] - greatest);
      sums[i & (LANES - 1)] += out[i];
    }
    return SoftmaxRow.total(sums);
  }

  private static void exponentials(
      double[] logits, int count, double greatest, double[] out, double[] sums) {
    DoubleVector top = DoubleVector.broadcast(Lanes.DOUBLE, greatest);
    DoubleVector sum = DoubleVector.zero(Lanes.DOUBLE);
    for (int i = 0; i < count; i += LANES) {
      DoubleVector logit = DoubleVector.fromArray(Lanes.DOUBLE, logits, i);
      DoubleVector exponential = DoubleExp.exp(logit.sub(top));
      exponential.intoArray(out, i);
      sum = sum.add(exponential);
    }
    sum.intoArray(sums, 0);
  }

  /** Multiplies all with a number. */
  static void scale(double[] row, double factor) {
    for (int i = 0; i < row.length; i++) {
      row[i] *= factor;
    }
  }

  /** Subtracts a number from all. */
  static void subtract(double[] row, double number) {
    for (int i = 0; i < row.length; i++) {
      row[i] -= number;
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    exponentials(warmUpRow, warmUpRow.length, 0, warmUpRow, warmUpSums);
  }
}
