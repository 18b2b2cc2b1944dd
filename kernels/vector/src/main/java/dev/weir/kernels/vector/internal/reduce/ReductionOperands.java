package dev.weir.kernels.vector.internal.reduce;

import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.tensor.DType;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Operands of a reduction as vectors of the type they are combined in, which may be wider than that
 * in memory. There is a class for each way to load them, so that C2 knows all species.
 *
 * @param <T> the box of the type of a lane
 */
abstract sealed class ReductionOperands<T> {
  private static final VectorShape HALF_SHAPE = VectorShape.forBitSize(Lanes.BYTES * Byte.SIZE / 2);
  private static final VectorShape QUARTER_SHAPE =
      VectorShape.forBitSize(Math.max(64, Lanes.BYTES * Byte.SIZE / 4));

  /** As many ints, shorts and bytes as a vector has longs, or ints; no fewer than 64 bits. */
  private static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, HALF_SHAPE);

  private static final VectorSpecies<Float> FLOATS = VectorSpecies.of(float.class, HALF_SHAPE);
  private static final VectorSpecies<Short> SHORTS = VectorSpecies.of(short.class, HALF_SHAPE);
  private static final VectorSpecies<Short> FEW_SHORTS =
      VectorSpecies.of(short.class, QUARTER_SHAPE);
  private static final VectorSpecies<Byte> BYTES = VectorSpecies.of(byte.class, QUARTER_SHAPE);

  /** Whether the lanes of all vectors above can be loaded alone. */
  private static final boolean HAS_NARROW_VECTORS = Lanes.BYTES >= 32;

  /** Rows of 16-bit integers whose sums fit in 32 bits. */
  private static final int FEW_ROWS = 1 << 15;

  /** Operands that are added, multiplied or compared in the narrowest type that is exact. */
  static ReductionOperands<?> of(DType dtype) {
    return switch (dtype) {
      case FLOAT32, COMPLEX64 -> new WideFloats();
      case FLOAT64, COMPLEX128 -> new Doubles();
      case FLOAT16 -> new Halves();
      case BFLOAT16 -> new Bfloats();
      case INT8, QINT8 -> new SignedBytes();
      case UINT8, QUINT8 -> new UnsignedBytes();
      case INT16, QINT16 -> new SignedShorts();
      case UINT16, QUINT16 -> new UnsignedShorts();
      case INT32, QINT32 -> new SignedInts();
      case UINT32 -> new UnsignedInts();
      default -> new Longs();
    };
  }

  /** Operands whose sums do not wrap. */
  static ReductionOperands<?> wide(DType dtype) {
    return switch (dtype) {
      case INT32, QINT32 -> new WideInts();
      case UINT32 -> new WideUnsignedInts();
      default -> of(dtype);
    };
  }

  /** Operands of functions whose result is one of them. */
  static ReductionOperands<?> unchanged(DType dtype) {
    return dtype == DType.FLOAT32 ? new Floats() : of(dtype);
  }

  /** Lanes of a vector. */
  abstract int lanes();

  /** As many elements as there are lanes. */
  abstract Vector<T> load(long at);

  /** A vector with one number in all lanes. */
  abstract Vector<T> all(long bits);

  /** Copies all lanes to the start of an array, as {@link ScalarType#bits}. */
  abstract void copy(Vector<T> vector, long[] to);

  /** How many operands a lane takes at most, one after the other, before it is copied. */
  int mostRows() {
    return Integer.MAX_VALUE;
  }

  private abstract static sealed class InDoubles extends ReductionOperands<Double> {
    @Override
    final int lanes() {
      return Lanes.DOUBLES;
    }

    @Override
    final Vector<Double> all(long bits) {
      return DoubleVector.broadcast(Lanes.DOUBLE, Double.longBitsToDouble(bits));
    }

    @Override
    final void copy(Vector<Double> vector, long[] to) {
      ((LongVector) vector.reinterpretAsLongs()).intoArray(to, 0);
    }
  }

  private static final class WideFloats extends InDoubles {
    @Override
    Vector<Double> load(long at) {
      return FloatVector.fromMemorySegment(FLOATS, RawMemory.ALL, at, Lanes.ORDER)
          .convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0);
    }
  }

  private static final class Doubles extends InDoubles {
    @Override
    Vector<Double> load(long at) {
      return DoubleVector.fromMemorySegment(Lanes.DOUBLE, RawMemory.ALL, at, Lanes.ORDER);
    }
  }

  /** A half has 5 bits of exponent and 10 of fraction, a double 11 and 52. */
  private static final class Halves extends InDoubles {
    private static final LongVector MAGNITUDE = LongVector.broadcast(Lanes.LONG, 0x7FFF);
    private static final LongVector SIGN = LongVector.broadcast(Lanes.LONG, 0x8000);
    private static final LongVector INFINITE_HALF = LongVector.broadcast(Lanes.LONG, 0x7C00);
    private static final LongVector INFINITE =
        LongVector.broadcast(Lanes.LONG, Double.doubleToRawLongBits(Double.POSITIVE_INFINITY));

    /** What the exponents of the two types differ by, as a factor. */
    private static final DoubleVector BIAS = DoubleVector.broadcast(Lanes.DOUBLE, 0x1p1008);

    @Override
    Vector<Double> load(long at) {
      LongVector halves =
          (LongVector)
              ShortVector.fromMemorySegment(FEW_SHORTS, RawMemory.ALL, at, Lanes.ORDER)
                  .convertShape(VectorOperators.S2L, Lanes.LONG, 0);
      LongVector size = halves.and(MAGNITUDE);
      LongVector bits =
          size.lanewise(VectorOperators.LSHL, 42)
              .reinterpretAsDoubles()
              .mul(BIAS)
              .reinterpretAsLongs();
      bits = bits.blend(bits.or(INFINITE), size.compare(VectorOperators.GE, INFINITE_HALF));
      return bits.or(halves.and(SIGN).lanewise(VectorOperators.LSHL, 48)).reinterpretAsDoubles();
    }
  }

  private static final class Bfloats extends InDoubles {
    @Override
    Vector<Double> load(long at) {
      return ShortVector.fromMemorySegment(FEW_SHORTS, RawMemory.ALL, at, Lanes.ORDER)
          .convertShape(VectorOperators.S2I, INTS, 0)
          .lanewise(VectorOperators.LSHL, 16)
          .reinterpretAsFloats()
          .convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0);
    }
  }

  private static final class Floats extends ReductionOperands<Float> {
    @Override
    int lanes() {
      return Lanes.FLOATS;
    }

    @Override
    Vector<Float> load(long at) {
      return FloatVector.fromMemorySegment(Lanes.FLOAT, RawMemory.ALL, at, Lanes.ORDER);
    }

    @Override
    Vector<Float> all(long bits) {
      return FloatVector.broadcast(Lanes.FLOAT, (float) Double.longBitsToDouble(bits));
    }

    @Override
    void copy(Vector<Float> vector, long[] to) {
      ((LongVector) vector.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 0).reinterpretAsLongs())
          .intoArray(to, 0);
      ((LongVector) vector.convertShape(VectorOperators.F2D, Lanes.DOUBLE, 1).reinterpretAsLongs())
          .intoArray(to, Lanes.LONGS);
    }
  }

  /** Integers of at most 32 bits; what is stored of their sums are the low bits. */
  private abstract static sealed class InInts extends ReductionOperands<Integer> {
    @Override
    final int lanes() {
      return Lanes.INTS;
    }

    @Override
    final Vector<Integer> all(long bits) {
      return IntVector.broadcast(Lanes.INT, (int) bits);
    }

    @Override
    void copy(Vector<Integer> vector, long[] to) {
      ((LongVector) vector.convertShape(VectorOperators.I2L, Lanes.LONG, 0)).intoArray(to, 0);
      ((LongVector) vector.convertShape(VectorOperators.I2L, Lanes.LONG, 1))
          .intoArray(to, Lanes.LONGS);
    }
  }

  private abstract static sealed class Narrow extends InInts {
    @Override
    final int mostRows() {
      return HAS_NARROW_VECTORS ? FEW_ROWS : 0;
    }
  }

  private static final class SignedBytes extends Narrow {
    @Override
    Vector<Integer> load(long at) {
      return (IntVector)
          ByteVector.fromMemorySegment(BYTES, RawMemory.ALL, at, Lanes.ORDER)
              .convertShape(VectorOperators.B2I, Lanes.INT, 0);
    }
  }

  private static final class UnsignedBytes extends Narrow {
    @Override
    Vector<Integer> load(long at) {
      return (IntVector)
          ByteVector.fromMemorySegment(BYTES, RawMemory.ALL, at, Lanes.ORDER)
              .convertShape(VectorOperators.ZERO_EXTEND_B2I, Lanes.INT, 0);
    }
  }

  private static final class SignedShorts extends Narrow {
    @Override
    Vector<Integer> load(long at) {
      return (IntVector)
          ShortVector.fromMemorySegment(SHORTS, RawMemory.ALL, at, Lanes.ORDER)
              .convertShape(VectorOperators.S2I, Lanes.INT, 0);
    }
  }

  private static final class UnsignedShorts extends Narrow {
    @Override
    Vector<Integer> load(long at) {
      return (IntVector)
          ShortVector.fromMemorySegment(SHORTS, RawMemory.ALL, at, Lanes.ORDER)
              .convertShape(VectorOperators.ZERO_EXTEND_S2I, Lanes.INT, 0);
    }
  }

  private static sealed class SignedInts extends InInts {
    @Override
    final Vector<Integer> load(long at) {
      return IntVector.fromMemorySegment(Lanes.INT, RawMemory.ALL, at, Lanes.ORDER);
    }
  }

  private static final class UnsignedInts extends SignedInts {
    @Override
    void copy(Vector<Integer> vector, long[] to) {
      ((LongVector) vector.convertShape(VectorOperators.ZERO_EXTEND_I2L, Lanes.LONG, 0))
          .intoArray(to, 0);
      ((LongVector) vector.convertShape(VectorOperators.ZERO_EXTEND_I2L, Lanes.LONG, 1))
          .intoArray(to, Lanes.LONGS);
    }
  }

  private abstract static sealed class InLongs extends ReductionOperands<Long> {
    @Override
    final int lanes() {
      return Lanes.LONGS;
    }

    @Override
    final Vector<Long> all(long bits) {
      return LongVector.broadcast(Lanes.LONG, bits);
    }

    @Override
    final void copy(Vector<Long> vector, long[] to) {
      ((LongVector) vector).intoArray(to, 0);
    }
  }

  private static final class Longs extends InLongs {
    @Override
    Vector<Long> load(long at) {
      return LongVector.fromMemorySegment(Lanes.LONG, RawMemory.ALL, at, Lanes.ORDER);
    }
  }

  private static final class WideInts extends InLongs {
    @Override
    Vector<Long> load(long at) {
      return IntVector.fromMemorySegment(INTS, RawMemory.ALL, at, Lanes.ORDER)
          .convertShape(VectorOperators.I2L, Lanes.LONG, 0)
          .reinterpretAsLongs();
    }
  }

  private static final class WideUnsignedInts extends InLongs {
    @Override
    Vector<Long> load(long at) {
      return IntVector.fromMemorySegment(INTS, RawMemory.ALL, at, Lanes.ORDER)
          .convertShape(VectorOperators.ZERO_EXTEND_I2L, Lanes.LONG, 0)
          .reinterpretAsLongs();
    }
  }
}
