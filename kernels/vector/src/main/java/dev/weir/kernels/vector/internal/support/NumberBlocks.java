package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies of neighboring elements of memory in heap arrays of a type to compute with, and back.
 * Loops over heap arrays use vectors without a separate source for them.
 */
public final class NumberBlocks {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

  /** Elements up to which an array in between takes longer than it saves. */
  private static final int FEW = 48;

  private NumberBlocks() {}

  /** Reads numbers that a float represents exactly. */
  public static void read(DType dtype, long from, float[] to, int at, int count) {
    switch (dtype) {
      case FLOAT32 -> MemorySegment.copy(ALL, FLOAT, from, to, at, count);
      case FLOAT16 -> {
        for (int i = 0; i < count; i++) {
          to[at + i] = Float.float16ToFloat(ALL.get(SHORT, from + (long) i * Short.BYTES));
        }
      }
      case BFLOAT16 -> {
        for (int i = 0; i < count; i++) {
          to[at + i] = Bfloat16.toFloat(ALL.get(SHORT, from + (long) i * Short.BYTES));
        }
      }
      default -> throw new IllegalArgumentException(dtype + " is not read as float32");
    }
  }

  /** Reads real numbers of any type that is not an integer. */
  public static void read(DType dtype, long from, double[] to, int at, int count) {
    if (dtype == DType.FLOAT64) {
      MemorySegment.copy(ALL, DOUBLE, from, to, at, count);
    } else if (dtype == DType.FLOAT32 && count < FEW) {
      for (int i = 0; i < count; i++) {
        to[at + i] = ALL.get(FLOAT, from + (long) i * Float.BYTES);
      }
    } else {
      float[] single = new float[count];
      read(dtype, from, single, 0, count);
      for (int i = 0; i < count; i++) {
        to[at + i] = single[i];
      }
    }
  }

  /** Reads integers; those of 64 bits wrap. */
  public static void read(DType dtype, long from, int[] to, int at, int count) {
    switch (dtype) {
      case INT32, UINT32 -> MemorySegment.copy(ALL, INT, from, to, at, count);
      case INT64, UINT64 -> {
        for (int i = 0; i < count; i++) {
          to[at + i] = (int) ALL.get(LONG, from + (long) i * Long.BYTES);
        }
      }
      case INT16, UINT16 -> {
        int mask = dtype == DType.UINT16 ? 0xFFFF : -1;
        for (int i = 0; i < count; i++) {
          to[at + i] = ALL.get(SHORT, from + (long) i * Short.BYTES) & mask;
        }
      }
      case INT8, UINT8 -> {
        int mask = dtype == DType.UINT8 ? 0xFF : -1;
        for (int i = 0; i < count; i++) {
          to[at + i] = ALL.get(BYTE, from + i) & mask;
        }
      }
      default -> throw new IllegalArgumentException(dtype + " is not read as int32");
    }
  }

  /** Reads integers. */
  public static void read(DType dtype, long from, long[] to, int at, int count) {
    if (dtype.byteSize() == Long.BYTES) {
      MemorySegment.copy(ALL, LONG, from, to, at, count);
      return;
    }
    int[] narrow = new int[count];
    read(dtype, from, narrow, 0, count);
    long mask = dtype == DType.UINT32 ? 0xFFFF_FFFFL : -1;
    for (int i = 0; i < count; i++) {
      to[at + i] = narrow[i] & mask;
    }
  }

  /** Writes real numbers, rounded to their type. */
  public static void write(float[] from, int at, int count, DType dtype, long to) {
    switch (dtype) {
      case FLOAT32 -> MemorySegment.copy(from, at, ALL, FLOAT, to, count);
      case FLOAT16 -> {
        for (int i = 0; i < count; i++) {
          ALL.set(SHORT, to + (long) i * Short.BYTES, Float.floatToFloat16(from[at + i]));
        }
      }
      case BFLOAT16 -> {
        for (int i = 0; i < count; i++) {
          ALL.set(SHORT, to + (long) i * Short.BYTES, Bfloat16.fromFloat(from[at + i]));
        }
      }
      default -> throw new IllegalArgumentException(dtype + " is not written from float32");
    }
  }

  /** Writes real numbers, rounded to their type. */
  public static void write(double[] from, int at, int count, DType dtype, long to) {
    if (dtype == DType.FLOAT64) {
      MemorySegment.copy(from, at, ALL, DOUBLE, to, count);
    } else if (dtype == DType.FLOAT32 && count < FEW) {
      for (int i = 0; i < count; i++) {
        ALL.set(FLOAT, to + (long) i * Float.BYTES, (float) from[at + i]);
      }
    } else {
      float[] single = new float[count];
      for (int i = 0; i < count; i++) {
        single[i] = (float) from[at + i];
      }
      write(single, 0, count, dtype, to);
    }
  }

  /** Writes integers; they wrap. */
  public static void write(int[] from, int at, int count, DType dtype, long to) {
    switch (dtype) {
      case INT32, UINT32 -> MemorySegment.copy(from, at, ALL, INT, to, count);
      case INT16, UINT16 -> {
        for (int i = 0; i < count; i++) {
          ALL.set(SHORT, to + (long) i * Short.BYTES, (short) from[at + i]);
        }
      }
      case INT8, UINT8 -> {
        for (int i = 0; i < count; i++) {
          ALL.set(BYTE, to + i, (byte) from[at + i]);
        }
      }
      default -> throw new IllegalArgumentException(dtype + " is not written from int32");
    }
  }

  /** Writes integers of 64 bits. */
  public static void write(long[] from, int at, int count, long to) {
    MemorySegment.copy(from, at, ALL, LONG, to, count);
  }
}
