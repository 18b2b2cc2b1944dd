package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Single elements of any type of numbers, in memory. As a {@code static final} constant, all of it
 * is folded to the access of its type: C2 trusts the components of constant records.
 */
public record MemoryElement(DType dtype) {
  private static final MemorySegment ALL = RawMemory.ALL;

  /** The binary logarithm of the bytes of an element. */
  public int shift() {
    return Integer.numberOfTrailingZeros(dtype.byteSize());
  }

  /** One element as a real number; a 64-bit integer is rounded. */
  public double real(long at) {
    if (dtype == DType.FLOAT32) {
      return ALL.get(ValueLayout.JAVA_FLOAT, at);
    }
    if (dtype == DType.FLOAT64) {
      return ALL.get(ValueLayout.JAVA_DOUBLE, at);
    }
    if (dtype == DType.FLOAT16) {
      return Float.float16ToFloat(ALL.get(ValueLayout.JAVA_SHORT, at));
    }
    if (dtype == DType.BFLOAT16) {
      return Bfloat16.toFloat(ALL.get(ValueLayout.JAVA_SHORT, at));
    }
    long whole = whole(at);
    return dtype == DType.UINT64 && whole < 0 ? 0x1p64 + whole : whole;
  }

  /** Sets one element, rounded to its type. */
  public void setReal(long at, double number) {
    if (dtype == DType.FLOAT32) {
      ALL.set(ValueLayout.JAVA_FLOAT, at, (float) number);
    } else if (dtype == DType.FLOAT64) {
      ALL.set(ValueLayout.JAVA_DOUBLE, at, number);
    } else if (dtype == DType.FLOAT16) {
      ALL.set(ValueLayout.JAVA_SHORT, at, Float.floatToFloat16((float) number));
    } else if (dtype == DType.BFLOAT16) {
      ALL.set(ValueLayout.JAVA_SHORT, at, Bfloat16.fromFloat((float) number));
    } else {
      setWhole(at, (long) number);
    }
  }

  /** One element of an integer type; that of uint64 as its bits. */
  public long whole(long at) {
    if (dtype == DType.INT64 || dtype == DType.UINT64) {
      return ALL.get(ValueLayout.JAVA_LONG, at);
    }
    if (dtype == DType.INT32) {
      return ALL.get(ValueLayout.JAVA_INT, at);
    }
    if (dtype == DType.UINT32) {
      return Integer.toUnsignedLong(ALL.get(ValueLayout.JAVA_INT, at));
    }
    if (dtype == DType.INT16) {
      return ALL.get(ValueLayout.JAVA_SHORT, at);
    }
    if (dtype == DType.UINT16) {
      return Short.toUnsignedLong(ALL.get(ValueLayout.JAVA_SHORT, at));
    }
    byte bits = ALL.get(ValueLayout.JAVA_BYTE, at);
    return dtype == DType.UINT8 ? Byte.toUnsignedLong(bits) : bits;
  }

  /** Sets one element of an integer type; the number wraps. */
  public void setWhole(long at, long number) {
    switch (dtype.byteSize()) {
      case 8 -> ALL.set(ValueLayout.JAVA_LONG, at, number);
      case 4 -> ALL.set(ValueLayout.JAVA_INT, at, (int) number);
      case 2 -> ALL.set(ValueLayout.JAVA_SHORT, at, (short) number);
      default -> ALL.set(ValueLayout.JAVA_BYTE, at, (byte) number);
    }
  }
}
