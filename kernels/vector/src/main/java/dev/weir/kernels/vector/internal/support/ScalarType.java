package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import java.lang.foreign.ValueLayout;

/**
 * An element type as loops over single elements see it, at addresses of {@link RawMemory}. A number
 * of any type is also 64 {@linkplain #bits bits}: an integer as such, uint64 included, and a real
 * number as the bits of a double. So one source of a loop serves all types.
 *
 * <p>There is a class for each way to read and write memory, and none has fields: for a {@code
 * static final} constant of such a class C2 inlines all of it.
 */
public abstract sealed class ScalarType {
  private static final ScalarType BYTE = new OfByte();
  private static final ScalarType UNSIGNED_BYTE = new OfUnsignedByte();
  private static final ScalarType SHORT = new OfShort();
  private static final ScalarType UNSIGNED_SHORT = new OfUnsignedShort();
  private static final ScalarType INT = new OfInt();
  private static final ScalarType UNSIGNED_INT = new OfUnsignedInt();
  private static final ScalarType LONG = new OfLong();
  private static final ScalarType UNSIGNED_LONG = new OfUnsignedLong();
  private static final ScalarType FLOAT = new OfFloat();
  private static final ScalarType DOUBLE = new OfDouble();
  private static final ScalarType HALF = new OfHalf();
  private static final ScalarType BFLOAT16 = new OfBfloat16();

  /** How numbers of a type, or the parts of complex numbers, are read and written. */
  public static ScalarType of(DType dtype) {
    return switch (dtype) {
      case INT8, QINT8, BOOL -> BYTE;
      case UINT8, QUINT8 -> UNSIGNED_BYTE;
      case INT16, QINT16 -> SHORT;
      case UINT16, QUINT16 -> UNSIGNED_SHORT;
      case INT32, QINT32 -> INT;
      case UINT32 -> UNSIGNED_INT;
      case INT64 -> LONG;
      case UINT64 -> UNSIGNED_LONG;
      case FLOAT32, COMPLEX64 -> FLOAT;
      case FLOAT64, COMPLEX128 -> DOUBLE;
      case FLOAT16 -> HALF;
      case BFLOAT16 -> BFLOAT16;
      case STRING, RESOURCE, VARIANT ->
          throw new IllegalArgumentException(dtype + " elements are not numbers");
    };
  }

  /** The binary logarithm of the bytes of an element. */
  public abstract int shift();

  /** Whether elements are floating-point numbers. */
  public abstract boolean isReal();

  /** An integer, or the bits of a real number as a double. */
  public abstract long bits(long at);

  /** Sets an element: the low bits of an integer, or a real number, rounded. */
  public abstract void setBits(long at, long bits);

  /** A number that is greater for a greater element. NaN is above all; the two zeros are equal. */
  public abstract long rank(long at);

  /** Any element as a real number. */
  public abstract double real(long at);

  /** Where element {@code i} of a row is. */
  public final long at(long first, long i) {
    return first + (i << shift());
  }

  /** Integers. */
  private abstract static sealed class Whole extends ScalarType {
    @Override
    public final boolean isReal() {
      return false;
    }

    @Override
    public long rank(long at) {
      return bits(at);
    }

    @Override
    public double real(long at) {
      return bits(at);
    }
  }

  private static sealed class OfByte extends Whole {
    @Override
    public final int shift() {
      return 0;
    }

    @Override
    public long bits(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_BYTE, at);
    }

    @Override
    public final void setBits(long at, long bits) {
      RawMemory.ALL.set(ValueLayout.JAVA_BYTE, at, (byte) bits);
    }
  }

  private static final class OfUnsignedByte extends OfByte {
    @Override
    public long bits(long at) {
      return super.bits(at) & 0xFF;
    }
  }

  private static sealed class OfShort extends Whole {
    @Override
    public final int shift() {
      return 1;
    }

    @Override
    public long bits(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_SHORT, at);
    }

    @Override
    public final void setBits(long at, long bits) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, (short) bits);
    }
  }

  private static final class OfUnsignedShort extends OfShort {
    @Override
    public long bits(long at) {
      return super.bits(at) & 0xFFFF;
    }
  }

  private static sealed class OfInt extends Whole {
    @Override
    public final int shift() {
      return 2;
    }

    @Override
    public long bits(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_INT, at);
    }

    @Override
    public final void setBits(long at, long bits) {
      RawMemory.ALL.set(ValueLayout.JAVA_INT, at, (int) bits);
    }
  }

  private static final class OfUnsignedInt extends OfInt {
    @Override
    public long bits(long at) {
      return super.bits(at) & 0xFFFFFFFFL;
    }
  }

  private static sealed class OfLong extends Whole {
    @Override
    public final int shift() {
      return 3;
    }

    @Override
    public final long bits(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_LONG, at);
    }

    @Override
    public final void setBits(long at, long bits) {
      RawMemory.ALL.set(ValueLayout.JAVA_LONG, at, bits);
    }
  }

  private static final class OfUnsignedLong extends OfLong {
    @Override
    public long rank(long at) {
      return bits(at) ^ Long.MIN_VALUE;
    }

    @Override
    public double real(long at) {
      long bits = bits(at);
      return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }
  }

  /** Real numbers. */
  private abstract static sealed class Floating extends ScalarType {
    @Override
    public final boolean isReal() {
      return true;
    }

    /** Sets an element to a number, rounded. */
    abstract void set(long at, double number);

    @Override
    public final long bits(long at) {
      return Double.doubleToRawLongBits(real(at));
    }

    @Override
    public final void setBits(long at, long bits) {
      set(at, Double.longBitsToDouble(bits));
    }

    @Override
    public final long rank(long at) {
      double number = real(at) + 0.0; // makes -0 the other zero
      long bits = Double.doubleToRawLongBits(number);
      return Double.isNaN(number) ? Long.MAX_VALUE : bits ^ (bits >> 63 & Long.MAX_VALUE);
    }
  }

  private static final class OfFloat extends Floating {
    @Override
    public int shift() {
      return 2;
    }

    @Override
    public double real(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, at);
    }

    @Override
    void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, at, (float) number);
    }
  }

  private static final class OfDouble extends Floating {
    @Override
    public int shift() {
      return 3;
    }

    @Override
    public double real(long at) {
      return RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, at);
    }

    @Override
    void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, at, number);
    }
  }

  private static final class OfHalf extends Floating {
    @Override
    public int shift() {
      return 1;
    }

    @Override
    public double real(long at) {
      return Float.float16ToFloat(RawMemory.ALL.get(ValueLayout.JAVA_SHORT, at));
    }

    @Override
    void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, Float.floatToFloat16((float) number));
    }
  }

  private static final class OfBfloat16 extends Floating {
    @Override
    public int shift() {
      return 1;
    }

    @Override
    public double real(long at) {
      return Bfloat16.toFloat(RawMemory.ALL.get(ValueLayout.JAVA_SHORT, at));
    }

    @Override
    void set(long at, double number) {
      RawMemory.ALL.set(ValueLayout.JAVA_SHORT, at, Bfloat16.fromFloat((float) number));
    }
  }
}
