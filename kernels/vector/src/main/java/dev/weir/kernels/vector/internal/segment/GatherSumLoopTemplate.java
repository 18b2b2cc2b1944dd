package dev.weir.kernels.vector.internal.segment;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RealElement;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;

/** The template behind {@link GatherSumLoop}. */
final class GatherSumLoopTemplate implements GatherSumLoop, Warmth.Loop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final ScalarType ELEMENT = OPERATION.element();
  private static final boolean HAS_VECTORS = OPERATION.vectors() != null;
  private static final RealElement<Double> VECTORS =
      OPERATION.vectors() != null ? OPERATION.vectors() : Element.DOUBLE;
  private static final boolean IS_REAL = ELEMENT.isReal();
  private static final int SHIFT = ELEMENT.shift();
  private static final int LANES = Lanes.DOUBLES;

  private static final int ADDING = 0;
  private static final int STORING = 1;

  private final Warmth adding = new Warmth(this, ADDING, Grain.CHEAP.warmUpThreshold());
  private final Warmth storing = new Warmth(this, STORING, Grain.CHEAP.warmUpThreshold());

  /** Memory for {@link #warmUp}, which must not allocate. */
  private final double[] warmUpSums = new double[WarmUp.VECTORS * LANES];

  @Override
  public void add(long row, double factor, Sums all) {
    if (!IS_REAL) {
      long[] sums = all.wholes;
      for (int k = 0; k < sums.length; k++) {
        sums[k] += ELEMENT.bits(row + ((long) k << SHIFT));
      }
      return;
    }
    double[] sums = all.reals;
    int whole = whole(adding, sums.length);
    addVectors(row, factor, sums, whole);
    for (int k = whole; k < sums.length; k++) {
      sums[k] += factor * ELEMENT.real(row + ((long) k << SHIFT));
    }
  }

  private static int whole(Warmth warmth, int count) {
    return HAS_VECTORS && warmth.allows(count) ? count & -LANES : 0;
  }

  private static void addVectors(long row, double factor, double[] sums, int count) {
    for (int k = 0; k < count; k += LANES) {
      Vector<Double> elements = VECTORS.load(row + ((long) k << SHIFT)).mul(VECTORS.all(factor));
      DoubleVector.fromArray(Lanes.DOUBLE, sums, k).add(elements).intoArray(sums, k);
    }
  }

  @Override
  public void store(Sums all, double factor, long out) {
    if (!IS_REAL) {
      long[] sums = all.wholes;
      for (int k = 0; k < sums.length; k++) {
        ELEMENT.setBits(out + ((long) k << SHIFT), sums[k]);
        sums[k] = 0;
      }
      return;
    }
    double[] sums = all.reals;
    int whole = whole(storing, sums.length);
    storeVectors(sums, factor, out, whole);
    for (int k = whole; k < sums.length; k++) {
      ELEMENT.setBits(out + ((long) k << SHIFT), Double.doubleToRawLongBits(sums[k] * factor));
      sums[k] = 0;
    }
  }

  private static void storeVectors(double[] sums, double factor, long out, int count) {
    for (int k = 0; k < count; k += LANES) {
      DoubleVector sum = DoubleVector.fromArray(Lanes.DOUBLE, sums, k);
      VECTORS.store(sum.mul(factor), out + ((long) k << SHIFT));
      DoubleVector.zero(Lanes.DOUBLE).intoArray(sums, k);
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    if (form == ADDING) {
      addVectors(scratch, 1, warmUpSums, warmUpSums.length);
    } else {
      storeVectors(warmUpSums, 1, scratch, warmUpSums.length);
    }
  }
}
