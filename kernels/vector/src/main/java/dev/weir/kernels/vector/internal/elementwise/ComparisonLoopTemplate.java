package dev.weir.kernels.vector.internal.elementwise;

import static java.util.Objects.requireNonNull;

import dev.weir.kernels.vector.internal.support.Element;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarFunctions;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * The template behind {@link ComparisonLoop}. Eight results at a time are made of the bits of one
 * mask, or several, and stored as one number: a truth value takes a byte.
 */
final class ComparisonLoopTemplate implements BinaryLoop, Warmth.Loop {
  private static final int BOTH = 0;
  private static final int RIGHT_SCALAR = 1;
  private static final int LEFT_SCALAR = 2;

  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final ComparisonLoop.Operation<Object> OPERATION =
      Specialized.operation(MethodHandles.lookup(), ComparisonLoop.Operation.class);

  private static final Element<Object> ELEMENT = OPERATION.element();
  private static final ComparisonLoop.@Nullable Test<Object> VECTORS = OPERATION.vectors();
  private static final ScalarFunctions.Test SCALARS = OPERATION.scalars();
  private static final int LANES = ELEMENT.species().length();
  private static final int SHIFT = ELEMENT.shift();

  /** Elements whose results make up one number, or several if a vector has more lanes. */
  private static final int STEP = Math.max(Long.BYTES, LANES);

  /** Long loops run in parts, so that the inner index is an {@code int}. */
  private static final int CHUNK = Lanes.CHUNK_BYTES / Long.BYTES;

  private final Warmth both = new Warmth(this, BOTH, WARM_UP_THRESHOLD);
  private final Warmth rightScalar = new Warmth(this, RIGHT_SCALAR, WARM_UP_THRESHOLD);
  private final Warmth leftScalar = new Warmth(this, LEFT_SCALAR, WARM_UP_THRESHOLD);

  @Override
  public void run(long x, long y, long out, long count) {
    long whole = VECTORS != null && both.allows(count) ? count & -STEP : 0;
    for (long done = 0; done < whole; done += CHUNK) {
      int part = (int) Math.min(CHUNK, whole - done);
      runWhole(x + (done << SHIFT), y + (done << SHIFT), out + done, part);
    }
    for (long i = whole; i < count; i++) {
      store(ELEMENT.test(SCALARS, x + (i << SHIFT), y + (i << SHIFT)), out + i);
    }
  }

  @Override
  public void runRightScalar(long x, long y, long out, long count) {
    long whole = VECTORS != null && rightScalar.allows(count) ? count & -STEP : 0;
    for (long done = 0; done < whole; done += CHUNK) {
      int part = (int) Math.min(CHUNK, whole - done);
      runWholeRightScalar(x + (done << SHIFT), y, out + done, part);
    }
    for (long i = whole; i < count; i++) {
      store(ELEMENT.test(SCALARS, x + (i << SHIFT), y), out + i);
    }
  }

  @Override
  public void runLeftScalar(long x, long y, long out, long count) {
    long whole = VECTORS != null && leftScalar.allows(count) ? count & -STEP : 0;
    for (long done = 0; done < whole; done += CHUNK) {
      int part = (int) Math.min(CHUNK, whole - done);
      runWholeLeftScalar(x, y + (done << SHIFT), out + done, part);
    }
    for (long i = whole; i < count; i++) {
      store(ELEMENT.test(SCALARS, x, y + (i << SHIFT)), out + i);
    }
  }

  private static void runWhole(long x, long y, long out, int count) {
    for (int i = 0; i < count; i += STEP) {
      long bits = 0;
      for (int lane = 0; lane < STEP; lane += LANES) {
        long at = (long) (i + lane) << SHIFT;
        bits |=
            requireNonNull(VECTORS).test(ELEMENT.load(x + at), ELEMENT.load(y + at)).toLong()
                << lane;
      }
      store(bits, out + i);
    }
  }

  private static void runWholeRightScalar(long x, long y, long out, int count) {
    Vector<Object> right = ELEMENT.broadcast(y);
    for (int i = 0; i < count; i += STEP) {
      long bits = 0;
      for (int lane = 0; lane < STEP; lane += LANES) {
        long at = (long) (i + lane) << SHIFT;
        bits |= requireNonNull(VECTORS).test(ELEMENT.load(x + at), right).toLong() << lane;
      }
      store(bits, out + i);
    }
  }

  private static void runWholeLeftScalar(long x, long y, long out, int count) {
    Vector<Object> left = ELEMENT.broadcast(x);
    for (int i = 0; i < count; i += STEP) {
      long bits = 0;
      for (int lane = 0; lane < STEP; lane += LANES) {
        long at = (long) (i + lane) << SHIFT;
        bits |= requireNonNull(VECTORS).test(left, ELEMENT.load(y + at)).toLong() << lane;
      }
      store(bits, out + i);
    }
  }

  private static void store(boolean holds, long out) {
    RawMemory.ALL.set(ValueLayout.JAVA_BYTE, out, (byte) (holds ? 1 : 0));
  }

  /** Stores as many truth values as {@link #STEP}. */
  private static void store(long bits, long out) {
    for (int i = 0; i < STEP; i += Long.BYTES) {
      RawMemory.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, out + i, spread(bits >>> i));
    }
  }

  /** Eight bits to eight bytes of 0 or 1. */
  private static long spread(long bits) {
    long halves = (bits & 0xF) | (bits & 0xF0) << 28;
    long pairs = (halves | halves << 14) & 0x0003000300030003L;
    return (pairs | pairs << 7) & 0x0101010101010101L;
  }

  @Override
  public void warmUp(int form, long scratch) {
    long other = scratch + WarmUp.SCRATCH_BYTES / 2;
    switch (form) {
      case BOTH -> runWhole(scratch, other, scratch, WarmUp.VECTORS * STEP);
      case RIGHT_SCALAR -> runWholeRightScalar(scratch, other, scratch, WarmUp.VECTORS * STEP);
      default -> runWholeLeftScalar(other, scratch, scratch, WarmUp.VECTORS * STEP);
    }
  }
}
