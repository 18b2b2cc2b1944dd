package dev.weir.kernels.vector;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * The template behind {@link ComparisonLoop}. Eight results at a time are made of the bits of one
 * mask, or several, and stored as one number: a truth value takes a byte.
 */
final class ComparisonLoopTemplate implements BinaryLoop {
  @SuppressWarnings("unchecked") // each copy sees one type only
  private static final ComparisonLoop.Operation<Object> OPERATION =
      Specialized.operation(MethodHandles.lookup(), ComparisonLoop.Operation.class);

  private static final Element<Object> ELEMENT = OPERATION.element();
  private static final VectorOperators.Comparison COMPARISON = OPERATION.comparison();
  private static final int LANES = ELEMENT.species().length();
  private static final int SHIFT = ELEMENT.shift();

  /** Elements whose results make up one number, or more if a vector has more lanes. */
  private static final int STEP = Math.max(Long.BYTES, LANES);

  /** Long loops run in parts, so that the inner index is an {@code int}. */
  private static final int CHUNK = Lanes.CHUNK_BYTES / Long.BYTES;

  @Override
  public void run(long x, long y, long out, long count) {
    long whole = count - count % STEP;
    for (long done = 0; done < whole; done += CHUNK) {
      int part = (int) Math.min(CHUNK, whole - done);
      runWhole(x + (done << SHIFT), y + (done << SHIFT), out + done, part);
    }
    for (long i = whole; i < count; i += LANES) {
      VectorMask<Object> mask = ELEMENT.species().indexInRange(i, count);
      Vector<Object> left = ELEMENT.load(x + (i << SHIFT), mask);
      Vector<Object> right = ELEMENT.load(y + (i << SHIFT), mask);
      storeRest(left.compare(COMPARISON, right).toLong(), out + i, count - i);
    }
  }

  @Override
  public void runRightScalar(long x, long y, long out, long count) {
    Vector<Object> right = ELEMENT.broadcast(y);
    for (long i = 0; i < count; i += LANES) {
      if (count - i >= LANES) {
        long bits = ELEMENT.load(x + (i << SHIFT)).compare(COMPARISON, right).toLong();
        storeLanes(bits, out + i);
      } else {
        VectorMask<Object> mask = ELEMENT.species().indexInRange(i, count);
        Vector<Object> left = ELEMENT.load(x + (i << SHIFT), mask);
        storeRest(left.compare(COMPARISON, right).toLong(), out + i, count - i);
      }
    }
  }

  @Override
  public void runLeftScalar(long x, long y, long out, long count) {
    Vector<Object> left = ELEMENT.broadcast(x);
    for (long i = 0; i < count; i += LANES) {
      if (count - i >= LANES) {
        long bits = left.compare(COMPARISON, ELEMENT.load(y + (i << SHIFT))).toLong();
        storeLanes(bits, out + i);
      } else {
        VectorMask<Object> mask = ELEMENT.species().indexInRange(i, count);
        Vector<Object> right = ELEMENT.load(y + (i << SHIFT), mask);
        storeRest(left.compare(COMPARISON, right).toLong(), out + i, count - i);
      }
    }
  }

  private static void runWhole(long x, long y, long out, int count) {
    for (int i = 0; i < count; i += STEP) {
      long bits = 0;
      for (int lane = 0; lane < STEP; lane += LANES) {
        long at = (long) (i + lane) << SHIFT;
        bits |= ELEMENT.load(x + at).compare(COMPARISON, ELEMENT.load(y + at)).toLong() << lane;
      }
      for (int byteAt = 0; byteAt < STEP; byteAt += Long.BYTES) {
        RawMemory.ALL.set(
            ValueLayout.JAVA_LONG_UNALIGNED, out + i + byteAt, spread(bits >>> byteAt));
      }
    }
  }

  /** Stores as many truth values as there are lanes. */
  private static void storeLanes(long bits, long out) {
    if (LANES >= Long.BYTES) {
      for (int byteAt = 0; byteAt < LANES; byteAt += Long.BYTES) {
        RawMemory.ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, out + byteAt, spread(bits >>> byteAt));
      }
    } else if (LANES == Integer.BYTES) {
      RawMemory.ALL.set(ValueLayout.JAVA_INT_UNALIGNED, out, (int) spread(bits));
    } else {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, out, (short) spread(bits));
    }
  }

  private static void storeRest(long bits, long out, long count) {
    for (int i = 0; i < Math.min(count, LANES); i++) {
      RawMemory.ALL.set(ValueLayout.JAVA_BYTE, out + i, (byte) ((bits >>> i) & 1));
    }
  }

  /** Eight bits to eight bytes of 0 or 1. */
  private static long spread(long bits) {
    long halves = (bits & 0xF) | (bits & 0xF0) << 28;
    long pairs = (halves | halves << 14) & 0x0003000300030003L;
    return (pairs | pairs << 7) & 0x0101010101010101L;
  }
}
