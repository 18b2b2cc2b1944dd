package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.RealSource;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import jdk.incubator.vector.Vector;

/**
 * The template behind {@link ReductionLoop}. Four vectors are filled in turn, which hides the
 * latency of an addition; they are combined lane by lane, always in the same order. Until vectors
 * are compiled, single numbers are summed in the same order.
 */
final class ReductionLoopTemplate implements ReductionLoop, Warmth.Loop {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final Operation<Object> OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final RealSource<Object> SOURCE = OPERATION.source();
  private static final Function<Object> VECTORS = OPERATION.vectors();
  private static final DoubleBinaryOperator SCALARS = OPERATION.scalars();
  private static final double START = OPERATION.start();
  private static final int SHIFT = SOURCE.shift();

  /** Lanes of a vector, and of four. */
  private static final int LANES = SOURCE.lanes();

  private static final int FOUR = 4 * LANES;

  /** Bytes of the elements in a vector. */
  private static final long STEP = (long) LANES << SHIFT;

  private static final int ROWS = 0;
  private static final int COLUMNS = 1;
  private static final long WARM_UP_THRESHOLD = 4 << 20;

  private final Warmth rows = new Warmth(this, ROWS, WARM_UP_THRESHOLD);
  private final Warmth columns = new Warmth(this, COLUMNS, WARM_UP_THRESHOLD);

  @Override
  public double reduce(long at, long count) {
    return reduce(at, count, rows.allows(count), new double[FOUR]);
  }

  private static double reduce(long at, long count, boolean usesVectors, double[] sums) {
    double result = START;
    for (long done = 0; done < count; done += BLOCK) {
      int part = (int) Math.min(BLOCK, count - done);
      result = SCALARS.applyAsDouble(result, block(at + (done << SHIFT), part, usesVectors, sums));
    }
    return result;
  }

  private static double block(long at, int count, boolean usesVectors, double[] sums) {
    double result = START;
    int whole = count & -FOUR;
    if (whole > 0) {
      if (usesVectors) {
        reduceVectors(at, whole << SHIFT, sums);
      } else {
        reduceLanes(at, whole, sums);
      }
      for (int lane = 0; lane < LANES; lane++) {
        result = SCALARS.applyAsDouble(result, sums[lane]);
      }
    }
    for (int i = whole; i < count; i++) {
      result = SCALARS.applyAsDouble(result, SOURCE.get(at + ((long) i << SHIFT)));
    }
    return result;
  }

  private static void reduceVectors(long at, int bytes, double[] sums) {
    Vector<Object> s0 = SOURCE.load(at);
    Vector<Object> s1 = SOURCE.load(at + STEP);
    Vector<Object> s2 = SOURCE.load(at + 2 * STEP);
    Vector<Object> s3 = SOURCE.load(at + 3 * STEP);
    for (int i = FOUR << SHIFT; i < bytes; i += FOUR << SHIFT) {
      s0 = VECTORS.combine(s0, SOURCE.load(at + i));
      s1 = VECTORS.combine(s1, SOURCE.load(at + i + STEP));
      s2 = VECTORS.combine(s2, SOURCE.load(at + i + 2 * STEP));
      s3 = VECTORS.combine(s3, SOURCE.load(at + i + 3 * STEP));
    }
    SOURCE.copy(VECTORS.combine(VECTORS.combine(s0, s1), VECTORS.combine(s2, s3)), sums);
  }

  private static void reduceLanes(long at, int count, double[] sums) {
    for (int lane = 0; lane < FOUR; lane++) {
      sums[lane] = SOURCE.get(at + ((long) lane << SHIFT));
    }
    for (int i = FOUR; i < count; i += FOUR) {
      for (int lane = 0; lane < FOUR; lane++) {
        double element = SOURCE.get(at + ((long) (i + lane) << SHIFT));
        sums[lane] = SCALARS.applyAsDouble(sums[lane], element);
      }
    }
    for (int lane = 0; lane < LANES; lane++) {
      double left = SCALARS.applyAsDouble(sums[lane], sums[lane + LANES]);
      double right = SCALARS.applyAsDouble(sums[lane + 2 * LANES], sums[lane + 3 * LANES]);
      sums[lane] = SCALARS.applyAsDouble(left, right);
    }
  }

  @Override
  public void rows(long at, long count, long size, double divisor, long out) {
    boolean usesVectors = rows.allows(count * size);
    double[] sums = new double[FOUR]; // for all rows: short ones would take longer to make it
    for (long row = 0; row < count; row++) {
      double result = reduce(at + (row * size << SHIFT), size, usesVectors, sums);
      SOURCE.set(out + (row << SHIFT), result / divisor);
    }
  }

  @Override
  public void columns(long at, long height, long stride, int width, double divisor, long out) {
    int column = 0;
    if (columns.allows(height * width)) {
      for (; column + FOUR <= width; column += FOUR) {
        long offset = (long) column << SHIFT;
        fourVectors(at + offset, height, stride << SHIFT, divisor, out + offset);
      }
    }
    if (column < width) {
      double[] sums = new double[width - column];
      Arrays.fill(sums, START);
      for (long row = 0; row < height; row++) {
        long from = at + (row * stride + column << SHIFT);
        for (int i = 0; i < sums.length; i++) {
          sums[i] = SCALARS.applyAsDouble(sums[i], SOURCE.get(from + ((long) i << SHIFT)));
        }
      }
      for (int i = 0; i < sums.length; i++) {
        SOURCE.set(out + ((long) (column + i) << SHIFT), sums[i] / divisor);
      }
    }
  }

  private static void fourVectors(long at, long rows, long stride, double divisor, long out) {
    Vector<Object> s0 = SOURCE.all(START);
    Vector<Object> s1 = s0;
    Vector<Object> s2 = s0;
    Vector<Object> s3 = s0;
    long from = at;
    for (long row = 0; row < rows; row++) {
      s0 = VECTORS.combine(s0, SOURCE.load(from));
      s1 = VECTORS.combine(s1, SOURCE.load(from + STEP));
      s2 = VECTORS.combine(s2, SOURCE.load(from + 2 * STEP));
      s3 = VECTORS.combine(s3, SOURCE.load(from + 3 * STEP));
      from += stride;
    }
    Vector<Object> all = SOURCE.all(divisor);
    SOURCE.store(s0.div(all), out);
    SOURCE.store(s1.div(all), out + STEP);
    SOURCE.store(s2.div(all), out + 2 * STEP);
    SOURCE.store(s3.div(all), out + 3 * STEP);
  }

  @Override
  public double combine(double x, double y) {
    return SCALARS.applyAsDouble(x, y);
  }

  @Override
  public double start() {
    return START;
  }

  /** Memory for {@link #warmUp}, which must not allocate. */
  private final double[] warmUpSums = new double[FOUR];

  @Override
  public void warmUp(int form, long scratch) {
    if (form == ROWS) {
      reduceVectors(scratch, WarmUp.VECTORS * FOUR << SHIFT, warmUpSums);
    } else {
      fourVectors(scratch, WarmUp.VECTORS, FOUR << SHIFT, 1, scratch);
    }
  }
}
