package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import jdk.incubator.vector.Vector;

/**
 * The template behind {@link ReductionLoop}. Four vectors are filled in turn, which hides the
 * latency of an addition; they are combined lane by lane, always in the same order. Until vectors
 * are compiled, single numbers are combined in the same order.
 */
final class ReductionLoopTemplate implements ReductionLoop, Warmth.Loop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final ReductionOperands<Object> OPERANDS =
      (ReductionOperands<Object>) OPERATION.operands();

  private static final ScalarType ELEMENT = OPERATION.element();
  private static final ScalarType OUTPUT = OPERATION.output();
  private static final ReductionFunction FUNCTION = OPERATION.function();
  private static final ReductionFunction.Vectors VECTORS = FUNCTION.vectors();
  private static final LongBinaryOperator SCALARS = FUNCTION.scalars();
  private static final LongUnaryOperator SQUARING = FUNCTION.squaring();
  private static final boolean SQUARES = !FUNCTION.keepsSingles();
  private static final long START = FUNCTION.start();
  private static final int SHIFT = ELEMENT.shift();

  /** Lanes of a vector, and of four. */
  private static final int LANES = OPERANDS.lanes();

  private static final int FOUR = 4 * LANES;

  /** Bytes of the elements in a vector. */
  private static final long STEP = (long) LANES << SHIFT;

  /** Columns that are folded into others are few, and what is folded is worth it. */
  private static final int MOST_FOLDED = 4 * FOUR;

  private static final int ROWS = 0;
  private static final int COLUMNS = 1;
  private static final long WARM_UP_THRESHOLD = 4 << 20;

  private final Warmth rows = new Warmth(this, ROWS, WARM_UP_THRESHOLD);
  private final Warmth columns = new Warmth(this, COLUMNS, WARM_UP_THRESHOLD);

  @Override
  public long reduce(long at, long count) {
    return reduce(at, count, usesVectors(rows, count), new long[FOUR]);
  }

  private static boolean usesVectors(Warmth warmth, long count) {
    return OPERANDS.mostRows() > 0 && warmth.allows(count);
  }

  private static long reduce(long at, long count, boolean usesVectors, long[] totals) {
    long result = START;
    for (long done = 0; done < count; done += BLOCK) {
      int part = (int) Math.min(BLOCK, count - done);
      result = SCALARS.applyAsLong(result, block(at + (done << SHIFT), part, usesVectors, totals));
    }
    return result;
  }

  private static long block(long at, int count, boolean usesVectors, long[] totals) {
    long result = START;
    int whole = count & -FOUR;
    if (whole > 0) {
      if (usesVectors) {
        reduceVectors(at, whole << SHIFT, totals);
      } else {
        reduceLanes(at, whole, totals);
      }
      result = combineLanes(totals);
    }
    for (int i = whole; i < count; i++) {
      result = SCALARS.applyAsLong(result, get(at, i));
    }
    return result;
  }

  /** Combines lanes by fours, so that few of them wait for each other. */
  private static long combineLanes(long[] totals) {
    long result = START;
    int lane = 0;
    for (; lane + 4 <= LANES; lane += 4) {
      long left = SCALARS.applyAsLong(totals[lane], totals[lane + 1]);
      long right = SCALARS.applyAsLong(totals[lane + 2], totals[lane + 3]);
      result = SCALARS.applyAsLong(result, SCALARS.applyAsLong(left, right));
    }
    for (; lane < LANES; lane++) {
      result = SCALARS.applyAsLong(result, totals[lane]);
    }
    return result;
  }

  private static long get(long at, long i) {
    return SQUARING.applyAsLong(ELEMENT.bits(at + (i << SHIFT)));
  }

  private static Vector<Object> load(long at) {
    Vector<Object> loaded = OPERANDS.load(at);
    return SQUARES ? loaded.mul(loaded) : loaded;
  }

  private static void reduceVectors(long at, int bytes, long[] totals) {
    Vector<Object> s0 = OPERANDS.all(START);
    Vector<Object> s1 = s0;
    Vector<Object> s2 = s0;
    Vector<Object> s3 = s0;
    for (int i = 0; i < bytes; i += FOUR << SHIFT) {
      s0 = VECTORS.combine(s0, load(at + i));
      s1 = VECTORS.combine(s1, load(at + i + STEP));
      s2 = VECTORS.combine(s2, load(at + i + 2 * STEP));
      s3 = VECTORS.combine(s3, load(at + i + 3 * STEP));
    }
    OPERANDS.copy(VECTORS.combine(VECTORS.combine(s0, s1), VECTORS.combine(s2, s3)), totals);
  }

  private static void reduceLanes(long at, int count, long[] totals) {
    Arrays.fill(totals, START);
    for (int i = 0; i < count; i += FOUR) {
      for (int lane = 0; lane < FOUR; lane++) {
        totals[lane] = SCALARS.applyAsLong(totals[lane], get(at, i + lane));
      }
    }
    for (int lane = 0; lane < LANES; lane++) {
      long left = SCALARS.applyAsLong(totals[lane], totals[lane + LANES]);
      long right = SCALARS.applyAsLong(totals[lane + 2 * LANES], totals[lane + 3 * LANES]);
      totals[lane] = SCALARS.applyAsLong(left, right);
    }
  }

  @Override
  public void rows(long at, long height, long width, long count, long out) {
    boolean usesVectors = usesVectors(rows, height * width);
    long[] totals = new long[FOUR]; // for all rows: short ones would take longer to make it
    for (long row = 0; row < height; row++) {
      set(reduce(at + (row * width << SHIFT), width, usesVectors, totals), count, out, row);
    }
  }

  private static void set(long total, long count, long out, long i) {
    if (count > 0) {
      setFinished(total, count, OUTPUT.at(out, i));
    } else {
      RawMemory.ALL.set(ValueLayout.JAVA_LONG, out + i * Long.BYTES, total);
    }
  }

  private static void setFinished(long total, long count, long out) {
    ReductionFunction.Result result = FUNCTION.result();
    OUTPUT.setBits(out, result == null ? total : result.of(total, count));
  }

  @Override
  public void columns(long at, long height, long stride, int width, long count, long out) {
    int folds = folds(height, stride, width);
    if (folds == 1) {
      long[] totals = new long[width];
      columns(at, height, stride, width, totals);
      setAll(totals, width, count, out);
      return;
    }
    // several rows are one long row at first
    long[] totals = new long[folds * width];
    long rowsOfAll = height / folds;
    columns(at, rowsOfAll, folds * stride, folds * width, totals);
    for (int fold = 1; fold < folds; fold++) {
      combine(totals, fold * width, width);
    }
    long rest = height - rowsOfAll * folds;
    if (rest > 0) {
      long[] others = new long[width];
      columns(at + (rowsOfAll * folds * stride << SHIFT), rest, stride, width, others);
      for (int i = 0; i < width; i++) {
        totals[i] = SCALARS.applyAsLong(totals[i], others[i]);
      }
    }
    setAll(totals, width, count, out);
  }

  /** How many rows to take as one, so that their width is one of whole vectors. */
  private static int folds(long height, long stride, int width) {
    int rest = width % FOUR;
    if (rest == 0 || stride != width || width >= MOST_FOLDED) {
      return 1;
    }
    int folds = FOUR / Math.min(FOUR, Integer.lowestOneBit(width));
    return height < 2L * folds ? 1 : folds;
  }

  private static void combine(long[] totals, int from, int count) {
    for (int i = 0; i < count; i++) {
      totals[i] = SCALARS.applyAsLong(totals[i], totals[from + i]);
    }
  }

  private static void setAll(long[] totals, int width, long count, long out) {
    for (int i = 0; i < width; i++) {
      set(totals[i], count, out, i);
    }
  }

  /** Sets {@code totals} to the reductions of columns. */
  private void columns(long at, long height, long stride, int width, long[] totals) {
    int column = 0;
    if (height <= OPERANDS.mostRows() && usesVectors(columns, height * width)) {
      long[] lanes = new long[FOUR];
      for (; column + FOUR <= width; column += FOUR) {
        fourVectors(at + ((long) column << SHIFT), height, stride << SHIFT, lanes, totals, column);
      }
    }
    if (column < width) {
      Arrays.fill(totals, column, width, START);
      for (long row = 0; row < height; row++) {
        long from = at + (row * stride << SHIFT);
        for (int i = column; i < width; i++) {
          totals[i] = SCALARS.applyAsLong(totals[i], get(from, i));
        }
      }
    }
  }

  private static void fourVectors(
      long at, long rows, long stride, long[] lanes, long[] totals, int column) {
    Vector<Object> s0 = OPERANDS.all(START);
    Vector<Object> s1 = s0;
    Vector<Object> s2 = s0;
    Vector<Object> s3 = s0;
    long from = at;
    for (long row = 0; row < rows; row++) {
      s0 = VECTORS.combine(s0, load(from));
      s1 = VECTORS.combine(s1, load(from + STEP));
      s2 = VECTORS.combine(s2, load(from + 2 * STEP));
      s3 = VECTORS.combine(s3, load(from + 3 * STEP));
      from += stride;
    }
    OPERANDS.copy(s0, lanes);
    System.arraycopy(lanes, 0, totals, column, LANES);
    OPERANDS.copy(s1, lanes);
    System.arraycopy(lanes, 0, totals, column + LANES, LANES);
    OPERANDS.copy(s2, lanes);
    System.arraycopy(lanes, 0, totals, column + 2 * LANES, LANES);
    OPERANDS.copy(s3, lanes);
    System.arraycopy(lanes, 0, totals, column + 3 * LANES, LANES);
  }

  @Override
  public void finish(long total, long count, long out) {
    setFinished(total, count, out);
  }

  @Override
  public long combine(long x, long y) {
    return SCALARS.applyAsLong(x, y);
  }

  @Override
  public long start() {
    return START;
  }

  /** Memory for {@link #warmUp}, which must not allocate. */
  private final long[] warmUpLanes = new long[FOUR];

  private final long[] warmUpTotals = new long[FOUR];

  @Override
  public void warmUp(int form, long scratch) {
    if (form == ROWS) {
      reduceVectors(scratch, WarmUp.VECTORS * FOUR << SHIFT, warmUpLanes);
    } else {
      fourVectors(scratch, WarmUp.VECTORS, (long) FOUR << SHIFT, warmUpLanes, warmUpTotals, 0);
    }
  }
}
