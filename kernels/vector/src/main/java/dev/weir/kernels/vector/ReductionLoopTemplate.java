package dev.weir.kernels.vector;

import java.lang.invoke.MethodHandles;
import java.util.function.DoubleBinaryOperator;
import jdk.incubator.vector.DoubleVector;

/**
 * The template behind {@link ReductionLoop}. Four vectors are filled in turn, which hides how long
 * an addition takes; they are combined lane by lane, always in the same order.
 */
final class ReductionLoopTemplate implements ReductionLoop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final RealSource SOURCE = OPERATION.source();
  private static final Function VECTORS = OPERATION.vectors();
  private static final DoubleBinaryOperator SCALARS = OPERATION.scalars();
  private static final double START = OPERATION.start();
  private static final int SHIFT = SOURCE.shift();

  /** Bytes of the elements in a vector. */
  private static final long STEP = (long) Lanes.DOUBLES << SHIFT;

  private static final int FOUR = 4 * Lanes.DOUBLES;

  /** Elements after which an inner loop begins anew, so that its index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  @Override
  public double reduce(long at, long count) {
    double result = START;
    long whole = count & -FOUR;
    if (whole > 0) {
      double[] lanes = new double[Lanes.DOUBLES];
      for (long done = 0; done < whole; done += CHUNK) {
        reduceWhole(at + (done << SHIFT), (int) Math.min(CHUNK, whole - done) << SHIFT, lanes);
        for (double lane : lanes) {
          result = SCALARS.applyAsDouble(result, lane);
        }
      }
    }
    for (long i = whole; i < count; i++) {
      result = SCALARS.applyAsDouble(result, SOURCE.get(at + (i << SHIFT)));
    }
    return result;
  }

  private static void reduceWhole(long at, int bytes, double[] lanes) {
    DoubleVector s0 = SOURCE.load(at);
    DoubleVector s1 = SOURCE.load(at + STEP);
    DoubleVector s2 = SOURCE.load(at + 2 * STEP);
    DoubleVector s3 = SOURCE.load(at + 3 * STEP);
    for (int i = FOUR << SHIFT; i < bytes; i += FOUR << SHIFT) {
      s0 = VECTORS.combine(s0, SOURCE.load(at + i));
      s1 = VECTORS.combine(s1, SOURCE.load(at + i + STEP));
      s2 = VECTORS.combine(s2, SOURCE.load(at + i + 2 * STEP));
      s3 = VECTORS.combine(s3, SOURCE.load(at + i + 3 * STEP));
    }
    VECTORS.combine(VECTORS.combine(s0, s1), VECTORS.combine(s2, s3)).intoArray(lanes, 0);
  }

  @Override
  public void rows(long at, long rows, long columns, double divisor, long out) {
    for (long row = 0; row < rows; row++) {
      double result = reduce(at + (row * columns << SHIFT), columns);
      SOURCE.set(out + (row << SHIFT), result / divisor);
    }
  }

  @Override
  public void columns(long at, long rows, long stride, int columns, double divisor, long out) {
    int column = 0;
    for (; column + FOUR <= columns; column += FOUR) {
      long from = at + ((long) column << SHIFT);
      fourVectors(from, rows, stride << SHIFT, divisor, out + ((long) column << SHIFT));
    }
    for (; column + Lanes.DOUBLES <= columns; column += Lanes.DOUBLES) {
      long from = at + ((long) column << SHIFT);
      oneVector(from, rows, stride << SHIFT, divisor, out + ((long) column << SHIFT));
    }
    for (; column < columns; column++) {
      double result = START;
      for (long row = 0; row < rows; row++) {
        double element = SOURCE.get(at + (row * stride + column << SHIFT));
        result = SCALARS.applyAsDouble(result, element);
      }
      SOURCE.set(out + ((long) column << SHIFT), result / divisor);
    }
  }

  private static void fourVectors(long at, long rows, long stride, double divisor, long out) {
    DoubleVector s0 = DoubleVector.broadcast(Lanes.DOUBLE, START);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    long from = at;
    for (long row = 0; row < rows; row++) {
      s0 = VECTORS.combine(s0, SOURCE.load(from));
      s1 = VECTORS.combine(s1, SOURCE.load(from + STEP));
      s2 = VECTORS.combine(s2, SOURCE.load(from + 2 * STEP));
      s3 = VECTORS.combine(s3, SOURCE.load(from + 3 * STEP));
      from += stride;
    }
    SOURCE.store(s0.div(divisor), out);
    SOURCE.store(s1.div(divisor), out + STEP);
    SOURCE.store(s2.div(divisor), out + 2 * STEP);
    SOURCE.store(s3.div(divisor), out + 3 * STEP);
  }

  private static void oneVector(long at, long rows, long stride, double divisor, long out) {
    DoubleVector sum = DoubleVector.broadcast(Lanes.DOUBLE, START);
    long from = at;
    for (long row = 0; row < rows; row++) {
      sum = VECTORS.combine(sum, SOURCE.load(from));
      from += stride;
    }
    SOURCE.store(sum.div(divisor), out);
  }

  @Override
  public double combine(double x, double y) {
    return SCALARS.applyAsDouble(x, y);
  }

  @Override
  public double start() {
    return START;
  }
}
