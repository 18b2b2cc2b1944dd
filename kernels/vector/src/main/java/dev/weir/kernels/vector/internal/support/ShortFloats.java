package dev.weir.kernels.vector.internal.support;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Vectors of floats that take two bytes each in memory, as bfloat16 or float16. They are rounded to
 * the nearest, and to the even one of two.
 */
public final class ShortFloats {
  /** As many shorts as there are lanes for floats. */
  private static final VectorSpecies<Short> SHORTS =
      VectorSpecies.of(short.class, VectorShape.forBitSize(Lanes.BYTES * Byte.SIZE / 2));

  private static final IntVector ONE = constant(1);

  // bfloat16
  private static final IntVector HALF_LESS_ONE = constant(0x7FFF);
  private static final IntVector QUIET = constant(0x40);

  // float16: 5 bits of exponent, 10 of fraction, 13 fewer than a float
  private static final IntVector SIGN = constant(0x8000);
  private static final IntVector LESS_SIGN = constant(0x7FFF);
  private static final IntVector INFINITE_HALF = constant(0x7C00);
  private static final IntVector QUIET_HALF = constant(0x7E00);
  private static final IntVector INFINITE = constant(0x7F800000);

  /** What the exponents of the two types differ by, as a factor. */
  private static final FloatVector BIAS = FloatVector.broadcast(Lanes.FLOAT, 0x1p112f);

  /** The least float16 that is a normal number, and the least float that is rounded to infinity. */
  private static final FloatVector LEAST_NORMAL = FloatVector.broadcast(Lanes.FLOAT, 0x1p-14f);

  private static final FloatVector TOO_LARGE = FloatVector.broadcast(Lanes.FLOAT, 65520f);

  /** Added to a number below {@link #LEAST_NORMAL}, it leaves its float16 in the low bits. */
  private static final FloatVector SHIFT = FloatVector.broadcast(Lanes.FLOAT, 0.5f);

  private static final IntVector SHIFT_BITS = constant(Float.floatToRawIntBits(0.5f));

  /** Half of the last place of a float16 less 1, and 112 taken from the exponent. */
  private static final IntVector ROUND = constant(0xFFF - (112 << 23));

  private ShortFloats() {}

  /** A bfloat16 is the upper half of a float. */
  public static FloatVector fromBfloat16s(long at) {
    return shorts(at).lanewise(VectorOperators.LSHL, 16).reinterpretAsFloats();
  }

  public static void toBfloat16s(FloatVector floats, long at) {
    IntVector bits = floats.reinterpretAsInts();
    IntVector upper = bits.lanewise(VectorOperators.LSHR, 16);
    IntVector rounded =
        bits.add(upper.and(ONE)).add(HALF_LESS_ONE).lanewise(VectorOperators.LSHR, 16);
    IntVector result =
        rounded.blend(upper.or(QUIET), floats.test(VectorOperators.IS_NAN).cast(Lanes.INT));
    store(result, at);
  }

  static FloatVector fromHalves(long at) {
    IntVector halves = shorts(at);
    IntVector size = halves.and(LESS_SIGN);
    // the factor makes normal numbers of all, exactly
    FloatVector floats = size.lanewise(VectorOperators.LSHL, 13).reinterpretAsFloats().mul(BIAS);
    IntVector bits = floats.reinterpretAsInts();
    bits = bits.blend(bits.or(INFINITE), size.compare(VectorOperators.GE, INFINITE_HALF));
    return bits.or(halves.and(SIGN).lanewise(VectorOperators.LSHL, 16)).reinterpretAsFloats();
  }

  static void toHalves(FloatVector floats, long at) {
    FloatVector size = floats.abs();
    IntVector bits = size.reinterpretAsInts();
    IntVector odd = bits.lanewise(VectorOperators.LSHR, 13).and(ONE);
    IntVector half = bits.add(ROUND).add(odd).lanewise(VectorOperators.LSHR, 13);
    IntVector small = size.add(SHIFT).reinterpretAsInts().sub(SHIFT_BITS);
    half = half.blend(small, cast(size.compare(VectorOperators.LT, LEAST_NORMAL)));
    half = half.blend(INFINITE_HALF, cast(size.compare(VectorOperators.GE, TOO_LARGE)));
    half = half.blend(QUIET_HALF, cast(size.test(VectorOperators.IS_NAN)));
    IntVector sign = floats.reinterpretAsInts().lanewise(VectorOperators.LSHR, 16).and(SIGN);
    store(half.or(sign), at);
  }

  private static VectorMask<Integer> cast(VectorMask<Float> mask) {
    return mask.cast(Lanes.INT);
  }

  private static IntVector shorts(long at) {
    return (IntVector)
        ShortVector.fromMemorySegment(SHORTS, RawMemory.ALL, at, Lanes.ORDER)
            .convertShape(VectorOperators.S2I, Lanes.INT, 0);
  }

  private static void store(IntVector ints, long at) {
    ints.convertShape(VectorOperators.I2S, SHORTS, 0)
        .intoMemorySegment(RawMemory.ALL, at, Lanes.ORDER);
  }

  private static IntVector constant(int value) {
    return IntVector.broadcast(Lanes.INT, value);
  }
}
