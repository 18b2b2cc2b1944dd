package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.RealSource;
import dev.weir.kernels.vector.internal.support.ShortFloats;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Conversions of a vector of elements from one place in memory to another. */
final class VectorCasts {
  /** As many ints as there are lanes for longs. */
  private static final VectorSpecies<Integer> HALF_OF_INTS =
      VectorSpecies.of(int.class, VectorShape.forBitSize(Lanes.BYTES * Byte.SIZE / 2));

  private VectorCasts() {}

  static void floatsToDoubles(long in, long out) {
    RealSource.DOUBLES.store(RealSource.FLOATS.load(in), out);
  }

  static void doublesToFloats(long in, long out) {
    RealSource.FLOATS.store(RealSource.DOUBLES.load(in), out);
  }

  static void floatsToInts(long in, long out) {
    store(floats(in).convert(VectorOperators.F2I, 0), out);
  }

  static void intsToFloats(long in, long out) {
    store(ints(in).convert(VectorOperators.I2F, 0), out);
  }

  static void bfloat16sToFloats(long in, long out) {
    store(ShortFloats.fromBfloat16s(in), out);
  }

  static void floatsToBfloat16s(long in, long out) {
    ShortFloats.toBfloat16s(floats(in), out);
  }

  static void intsToDoubles(long in, long out) {
    store(halfOfInts(in).convertShape(VectorOperators.I2D, Lanes.DOUBLE, 0), out);
  }

  static void intsToLongs(long in, long out) {
    store(halfOfInts(in).convertShape(VectorOperators.I2L, Lanes.LONG, 0), out);
  }

  static void longsToInts(long in, long out) {
    Vector<Long> longs = LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, in, Lanes.ORDER);
    store(longs.convertShape(VectorOperators.L2I, HALF_OF_INTS, 0), out);
  }

  static void bytesToFloats(long in, long out) {
    store(bytes(in).convert(VectorOperators.I2F, 0), out);
  }

  static void bytesToInts(long in, long out) {
    store(bytes(in), out);
  }

  /** Unsigned bytes; only where there are lanes for eight ints or more. */
  private static Vector<Integer> bytes(long at) {
    return ByteVector.fromMemorySegment(Bytes.SPECIES, RawMemory.ALL, at, Lanes.ORDER)
        .convertShape(VectorOperators.ZERO_EXTEND_B2I, Lanes.INT, 0);
  }

  /** As many bytes as there are lanes for ints; such a shape need not exist. */
  private static final class Bytes {
    static final VectorSpecies<Byte> SPECIES =
        VectorSpecies.of(byte.class, VectorShape.forBitSize(Lanes.BYTES * Byte.SIZE / 4));
  }

  private static IntVector halfOfInts(long at) {
    return IntVector.fromMemorySegment(HALF_OF_INTS, RawMemory.ALL, at, Lanes.ORDER);
  }

  private static FloatVector floats(long at) {
    return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER);
  }

  private static IntVector ints(long at) {
    return IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, at, Lanes.ORDER);
  }

  private static void store(Vector<?> vector, long at) {
    vector.intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
  }
}
