package dev.weir.kernels.vector.internal.nn;

import dev.weir.kernels.vector.internal.support.FloatRow;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;

/**
 * The cross-entropy of one row of labels and the softmax of one row of floats, and its derivatives
 * by the latter, softmax less labels. Sums are in double precision, as in {@link SoftmaxRow}.
 */
final class CrossEntropyRow implements Warmth.Loop {
  private static final int V = Lanes.FLOATS;
  private static final int LANES = Lanes.DOUBLES;

  private final Warmth warmth = new Warmth(this, 0, Grain.COSTLY.warmUpThreshold());

  /** Memory for {@link #warmUp}, which must not allocate. */
  private final double[] warmUpSums = new double[2 * LANES];

  /** For a label of 1 at one place and 0 elsewhere; {@code out} may be {@code in}. */
  double ofLabel(long in, int label, long out, int width) {
    int whole = warmth.allows(width) ? width & -V : 0;
    float max = SoftmaxRow.max(in, whole, width);
    double below = max - FloatRow.get(in, label);
    double sum = SoftmaxRow.exponentials(in, out, whole, width, max);
    SoftmaxRow.scale(out, whole, width, (float) (1 / sum));
    FloatRow.set(out, label, FloatRow.get(out, label) - 1);
    return below + Math.log(sum);
  }

  /** For any labels. */
  double ofLabels(long in, long labels, long out, int width) {
    int whole = warmth.allows(width) ? width & -V : 0;
    float max = SoftmaxRow.max(in, whole, width);
    double[] sums = new double[2 * LANES];
    if (whole > 0) {
      weigh(in, labels, whole, max, sums);
    }
    for (int i = whole; i < width; i++) {
      double label = FloatRow.get(labels, i);
      int lane = i & (LANES - 1);
      sums[lane] += label * (max - FloatRow.get(in, i));
      sums[LANES + lane] += label;
    }
    double below = 0;
    double weight = 0;
    for (int lane = 0; lane < LANES; lane++) {
      below += sums[lane];
      weight += sums[LANES + lane];
    }
    double sum = SoftmaxRow.exponentials(in, out, whole, width, max);
    float factor = (float) (1 / sum);
    if (whole > 0) {
      scaleAndSubtract(out, labels, whole, factor);
    }
    for (int i = whole; i < width; i++) {
      float probability = FloatRow.get(out, i) * factor;
      FloatRow.set(out, i, probability - FloatRow.get(labels, i));
    }
    return below + weight * Math.log(sum);
  }

  /** Adds up how far the numbers are below the greatest, times their labels, and the labels. */
  private static void weigh(long in, long labels, int count, float max, double[] sums) {
    FloatVector top = FloatVector.broadcast(Lanes.FLOAT, max);
    DoubleVector below = DoubleVector.zero(Lanes.DOUBLE);
    DoubleVector weight = DoubleVector.zero(Lanes.DOUBLE);
    for (int i = 0; i < count; i += V) {
      FloatVector depth = top.sub(FloatRow.load(in, i));
      FloatVector label = FloatRow.load(labels, i);
      DoubleVector first = widened(label, 0);
      DoubleVector second = widened(label, 1);
      below = below.add(first.mul(widened(depth, 0))).add(second.mul(widened(depth, 1)));
      weight = weight.add(first).add(second);
    }
    below.intoArray(sums, 0);
    weight.intoArray(sums, LANES);
  }

  private static DoubleVector widened(FloatVector vector, int part) {
    return (DoubleVector) vector.convertShape(VectorOperators.F2D, Lanes.DOUBLE, part);
  }

  private static void scaleAndSubtract(long out, long labels, int count, float factor) {
    for (int i = 0; i < count; i += V) {
      FloatVector probability = FloatRow.load(out, i).mul(factor);
      FloatRow.store(probability.sub(FloatRow.load(labels, i)), out, i);
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    int count = WarmUp.VECTORS * V;
    weigh(scratch, scratch, count, 0, warmUpSums);
    SoftmaxRow.warmUp(scratch, count, 0, warmUpSums);
    scaleAndSubtract(scratch, scratch, count, 1);
  }
}
