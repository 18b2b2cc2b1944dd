package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.kernels.vector.internal.support.WarmUp;
import dev.weir.kernels.vector.internal.support.Warmth;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Chooses between elements of four or eight bytes, whatever their type, by truth values of one
 * byte. A vector of truth values is never shorter than 64 bits, so it may hold more of them than
 * there are lanes for elements; only the first are used.
 */
final class SelectLoop implements Warmth.Loop {
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private static final VectorSpecies<Byte> TRUTHS_OF_INTS = truths(Lanes.INTS);
  private static final VectorSpecies<Byte> TRUTHS_OF_LONGS = truths(Lanes.LONGS);

  private static final int INTS = 0;
  private static final int LONGS = 1;

  /** Long loops run in parts, so that the inner index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  private final Warmth ints = new Warmth(this, INTS, BinaryLoop.WARM_UP_THRESHOLD);
  private final Warmth longs = new Warmth(this, LONGS, BinaryLoop.WARM_UP_THRESHOLD);

  /**
   * A source to choose from: an element for each result, or a vector of equal ones.
   *
   * @param mask which bits of an offset count: all or none
   */
  record Operand(long address, long mask) {
    static Operand ofAll(long address) {
      return new Operand(address, -1);
    }

    static Operand ofOne(long address) {
      return new Operand(address, 0);
    }

    Operand from(long offset) {
      return new Operand(at(offset), mask);
    }

    boolean isOfAll() {
      return mask != 0;
    }

    long at(long offset) {
      return address + (offset & mask);
    }
  }

  /** A loop for elements of another width. */
  interface OfWidth {
    void run(long conditions, Operand x, Operand y, long out, long count);
  }

  /** The loop for elements of {@code 1 << shift} bytes: 1, 2 or 16. */
  static OfWidth ofWidth(int shift) {
    return Specialized.copy(MethodHandles.lookup(), SelectLoopTemplate.class, OfWidth.class, shift);
  }

  private static VectorSpecies<Byte> truths(int lanes) {
    return VectorSpecies.of(
        byte.class, VectorShape.forBitSize(Math.max(Long.SIZE, lanes * Byte.SIZE)));
  }

  /**
   * Sets {@code out[i]} to {@code x[i]} where the condition holds and to {@code y[i]} elsewhere.
   */
  void ofInts(long conditions, Operand x, Operand y, long out, long count) {
    boolean usesVectors = ints.allows(count);
    for (long done = 0; done < count; done += CHUNK) {
      int part = (int) Math.min(CHUNK, count - done);
      int whole = usesVectors ? whole(part, Lanes.INTS, TRUTHS_OF_INTS.length()) : 0;
      long offset = done * Integer.BYTES;
      intVectors(conditions + done, x.from(offset), y.from(offset), out + offset, whole);
      singleInts(conditions + done, x.from(offset), y.from(offset), out + offset, whole, part);
    }
  }

  /** Like {@link #run4}, for elements of eight bytes. */
  void ofLongs(long conditions, Operand x, Operand y, long out, long count) {
    boolean usesVectors = longs.allows(count);
    for (long done = 0; done < count; done += CHUNK) {
      int part = (int) Math.min(CHUNK, count - done);
      int whole = usesVectors ? whole(part, Lanes.LONGS, TRUTHS_OF_LONGS.length()) : 0;
      long offset = done * Long.BYTES;
      longVectors(conditions + done, x.from(offset), y.from(offset), out + offset, whole);
      singleLongs(conditions + done, x.from(offset), y.from(offset), out + offset, whole, part);
    }
  }

  /** Elements to choose in vectors, so that no vector of truth values reaches past the last. */
  private static int whole(int count, int lanes, int truths) {
    return Math.max(0, count - (truths - lanes)) & -lanes;
  }

  private static void intVectors(long conditions, Operand x, Operand y, long out, int count) {
    for (int i = 0; i < count; i += Lanes.INTS) {
      long at = (long) i * Integer.BYTES;
      VectorMask<Integer> holds =
          ByteVector.fromMemorySegment(TRUTHS_OF_INTS, RawMemory.ALL, conditions + i, Lanes.ORDER)
              .convertShape(VectorOperators.B2I, Lanes.INT, 0)
              .compare(VectorOperators.NE, 0);
      IntVector left = IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, x.at(at), Lanes.ORDER);
      IntVector right =
          IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, y.at(at), Lanes.ORDER);
      right.blend(left, holds).intoMemorySegment(RawMemory.ALL, out + at, Lanes.ORDER);
    }
  }

  private static void longVectors(long conditions, Operand x, Operand y, long out, int count) {
    for (int i = 0; i < count; i += Lanes.LONGS) {
      long at = (long) i * Long.BYTES;
      VectorMask<Long> holds =
          ByteVector.fromMemorySegment(TRUTHS_OF_LONGS, RawMemory.ALL, conditions + i, Lanes.ORDER)
              .convertShape(VectorOperators.B2L, Lanes.LONG, 0)
              .compare(VectorOperators.NE, 0);
      LongVector left =
          LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, x.at(at), Lanes.ORDER);
      LongVector right =
          LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, y.at(at), Lanes.ORDER);
      right.blend(left, holds).intoMemorySegment(RawMemory.ALL, out + at, Lanes.ORDER);
    }
  }

  /** Without a branch, which random truth values would make the processor mispredict. */
  private static void singleInts(
      long conditions, Operand x, Operand y, long out, int from, int to) {
    for (int i = from; i < to; i++) {
      long at = (long) i * Integer.BYTES;
      int mask = RawMemory.ALL.get(BYTE, conditions + i) != 0 ? -1 : 0;
      int right = RawMemory.ALL.get(INT, y.at(at));
      RawMemory.ALL.set(INT, out + at, right ^ ((right ^ RawMemory.ALL.get(INT, x.at(at))) & mask));
    }
  }

  private static void singleLongs(
      long conditions, Operand x, Operand y, long out, int from, int to) {
    for (int i = from; i < to; i++) {
      long at = (long) i * Long.BYTES;
      long mask = RawMemory.ALL.get(BYTE, conditions + i) != 0 ? -1 : 0;
      long right = RawMemory.ALL.get(LONG, y.at(at));
      RawMemory.ALL.set(
          LONG, out + at, right ^ ((right ^ RawMemory.ALL.get(LONG, x.at(at))) & mask));
    }
  }

  @Override
  public void warmUp(int form, long scratch) {
    long other = scratch + WarmUp.SCRATCH_BYTES / 2;
    Operand operand = Operand.ofAll(scratch);
    if (form == INTS) {
      intVectors(other, operand, operand, scratch, WarmUp.VECTORS * Lanes.INTS);
    } else {
      longVectors(other, operand, operand, scratch, WarmUp.VECTORS * Lanes.LONGS);
    }
  }
}
