package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.elementwise.UnaryLoop;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/**
 * Conversions between any two types of numbers, one element after the other: by way of double from
 * floating-point types, by way of long from integers. The template and what it is made for.
 */
final class ConvertLoopTemplate implements UnaryLoop {
  /**
   * What a copy of the loop is made for.
   *
   * @param mask the bits of a number that are kept before it is rounded; -1 for all
   */
  record Operation(DType from, DType to, long mask) {}

  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final DType FROM = OPERATION.from();
  private static final DType TO = OPERATION.to();
  private static final long MASK = OPERATION.mask();
  private static final int IN_SIZE = FROM.byteSize();
  private static final int OUT_SIZE = TO.byteSize();
  private static final boolean FROM_COMPLEX = FROM.isComplex();
  private static final boolean FROM_REAL = FROM.isFloating() || FROM_COMPLEX;
  private static final boolean FROM_DOUBLE = FROM.realPart() == DType.FLOAT64;
  private static final boolean FROM_HALF = FROM == DType.FLOAT16;
  private static final boolean FROM_BFLOAT16 = FROM == DType.BFLOAT16;
  private static final boolean FROM_UNSIGNED = isUnsigned(FROM);
  private static final boolean TO_COMPLEX = TO.isComplex();
  private static final boolean TO_REAL = TO.isFloating();
  private static final boolean TO_DOUBLE = TO.realPart() == DType.FLOAT64;
  private static final boolean TO_HALF = TO == DType.FLOAT16;
  private static final boolean TO_BFLOAT16 = TO == DType.BFLOAT16;
  private static final boolean TO_BOOL = TO == DType.BOOL;
  private static final boolean TO_UNSIGNED_LONG = TO == DType.UINT64;

  /** Elements after which the inner loop restarts, so that its index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  private static boolean isUnsigned(DType dtype) {
    return dtype.isUnsigned() || dtype == DType.QUINT8 || dtype == DType.QUINT16;
  }

  @Override
  public void run(long in, long out, long count) {
    for (long done = 0; done < count; done += CHUNK) {
      int part = (int) Math.min(CHUNK, count - done);
      run(in + done * IN_SIZE, out + done * OUT_SIZE, part);
    }
  }

  private static void run(long in, long out, int count) {
    for (int i = 0; i < count; i++) {
      convert(in + (long) i * IN_SIZE, out + (long) i * OUT_SIZE);
    }
  }

  private static void convert(long in, long out) {
    if (TO_COMPLEX) {
      setReal(out, chopped(real(in)));
      setReal(out + OUT_SIZE / 2, FROM_COMPLEX ? chopped(part(in + IN_SIZE / 2)) : 0);
    } else if (TO_REAL && FROM_REAL) {
      setReal(out, chopped(real(in)));
    } else if (TO_REAL) {
      setRealFromLong(out, whole(in));
    } else if (TO_BOOL) {
      boolean isSet = FROM_REAL ? real(in) != 0 : whole(in) != 0;
      ALL.set(BYTE, out, (byte) (isSet ? 1 : 0));
    } else {
      setLong(out, FROM_REAL ? truncated(real(in)) : whole(in));
    }
  }

  private static double real(long in) {
    if (FROM_REAL) {
      return part(in);
    }
    return FROM_UNSIGNED && IN_SIZE == Long.BYTES ? unsignedToDouble(whole(in)) : whole(in);
  }

  /** A floating-point number, or half of a complex one. */
  private static double part(long in) {
    if (FROM_DOUBLE) {
      return ALL.get(DOUBLE, in);
    } else if (FROM_HALF) {
      return Float16.toFloat(ALL.get(SHORT, in));
    }
    return FROM_BFLOAT16 ? Bfloat16.toFloat(ALL.get(SHORT, in)) : ALL.get(FLOAT, in);
  }

  private static double chopped(double value) {
    if (MASK == -1) {
      return value;
    }
    return FROM_DOUBLE
        ? Double.longBitsToDouble(Double.doubleToRawLongBits(value) & MASK)
        : Float.intBitsToFloat(Float.floatToRawIntBits((float) value) & (int) MASK);
  }

  private static void setReal(long out, double value) {
    if (TO_DOUBLE) {
      ALL.set(DOUBLE, out, value);
    } else {
      setFloat(out, (float) value);
    }
  }

  private static void setFloat(long out, float value) {
    if (TO_HALF) {
      ALL.set(SHORT, out, Float16.fromFloat(value));
    } else if (TO_BFLOAT16) {
      ALL.set(SHORT, out, Bfloat16.fromFloat(value));
    } else {
      ALL.set(FLOAT, out, value);
    }
  }

  /** A narrow number is rounded from the integer to float first, not to double. */
  private static void setRealFromLong(long out, long value) {
    boolean isUnsignedLong = FROM_UNSIGNED && IN_SIZE == Long.BYTES;
    if (TO_DOUBLE) {
      ALL.set(DOUBLE, out, isUnsignedLong ? unsignedToDouble(value) : value);
    } else {
      setFloat(out, isUnsignedLong ? unsignedToFloat(value) : value);
    }
  }

  /** The double nearest to an unsigned number: half of it, with a bit for what was cut off. */
  private static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : (double) ((bits >>> 1) | (bits & 1)) * 2;
  }

  private static float unsignedToFloat(long bits) {
    return bits >= 0 ? bits : (float) ((bits >>> 1) | (bits & 1)) * 2;
  }

  private static long truncated(double value) {
    return TO_UNSIGNED_LONG && value >= 0x1p63
        ? (long) (value - 0x1p63) + Long.MIN_VALUE
        : (long) value;
  }

  private static long whole(long in) {
    return switch (IN_SIZE) {
      case 1 -> FROM_UNSIGNED ? Byte.toUnsignedLong(ALL.get(BYTE, in)) : ALL.get(BYTE, in);
      case 2 -> FROM_UNSIGNED ? Short.toUnsignedLong(ALL.get(SHORT, in)) : ALL.get(SHORT, in);
      case 4 -> FROM_UNSIGNED ? Integer.toUnsignedLong(ALL.get(INT, in)) : ALL.get(INT, in);
      default -> ALL.get(LONG, in);
    };
  }

  private static void setLong(long out, long value) {
    switch (OUT_SIZE) {
      case 1 -> ALL.set(BYTE, out, (byte) value);
      case 2 -> ALL.set(SHORT, out, (short) value);
      case 4 -> ALL.set(INT, out, (int) value);
      default -> ALL.set(LONG, out, value);
    }
  }
}
