package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.kernel.RowChange;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/**
 * The template of {@link ChangeLoop}, made for one change of one type. Narrow floats are computed
 * with as floats, integers as longs, complex numbers as pairs of doubles; each result is rounded
 * once.
 */
final class ChangeLoopTemplate implements ChangeLoop {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final DType DTYPE = OPERATION.dtype();
  private static final int SIZE = DTYPE.byteSize();
  private static final boolean IS_COMPLEX = DTYPE.isComplex();
  private static final boolean IS_DOUBLE = DTYPE == DType.FLOAT64;
  private static final boolean IS_FLOATING = DTYPE.isFloating();
  private static final boolean IS_HALF = DTYPE == DType.FLOAT16;
  private static final boolean IS_BFLOAT16 = DTYPE == DType.BFLOAT16;
  private static final boolean IS_SINGLE_COMPLEX = DTYPE == DType.COMPLEX64;
  private static final boolean IS_UNSIGNED = DTYPE.isUnsigned();

  private static final boolean ADDS = OPERATION.change() == RowChange.ADD;
  private static final boolean SUBTRACTS = OPERATION.change() == RowChange.SUBTRACT;
  private static final boolean MULTIPLIES = OPERATION.change() == RowChange.MULTIPLY;
  private static final boolean DIVIDES = OPERATION.change() == RowChange.DIVIDE;
  private static final boolean IS_MIN = OPERATION.change() == RowChange.MIN;

  /** Elements after which the inner loop restarts, so that its index is an {@code int}. */
  private static final int CHUNK = 1 << 20;

  @Override
  public void changeRow(long updates, long table, long count) {
    for (long done = 0; done < count; done += CHUNK) {
      int part = (int) Math.min(CHUNK, count - done);
      run(updates + done * SIZE, table + done * SIZE, part);
    }
  }

  private static void run(long updates, long table, int count) {
    for (int i = 0; i < count; i++) {
      change(table + (long) i * SIZE, updates + (long) i * SIZE);
    }
  }

  @Override
  public void changeElements(
      long updates, long[] offsets, int count, long table, long first, long end) {
    for (int i = 0; i < count; i++) {
      long offset = offsets[i];
      if (offset >= first && offset < end) {
        change(table + offset, updates + (long) i * SIZE);
      }
    }
  }

  private static void change(long table, long update) {
    if (IS_COMPLEX) {
      changeComplex(table, update);
    } else if (IS_DOUBLE) {
      ALL.set(DOUBLE, table, changed(ALL.get(DOUBLE, table), ALL.get(DOUBLE, update)));
    } else if (IS_FLOATING) {
      setFloat(table, changed(getFloat(table), getFloat(update)));
    } else {
      setLong(table, changed(getLong(table), getLong(update)));
    }
  }

  private static double changed(double x, double y) {
    if (ADDS) {
      return x + y;
    } else if (SUBTRACTS) {
      return x - y;
    } else if (MULTIPLIES) {
      return x * y;
    } else if (DIVIDES) {
      return x / y;
    }
    return (IS_MIN ? y < x : x < y) ? y : x;
  }

  private static float changed(float x, float y) {
    if (ADDS) {
      return x + y;
    } else if (SUBTRACTS) {
      return x - y;
    } else if (MULTIPLIES) {
      return x * y;
    } else if (DIVIDES) {
      return x / y;
    }
    return (IS_MIN ? y < x : x < y) ? y : x;
  }

  private static long changed(long x, long y) {
    if (ADDS) {
      return x + y;
    } else if (SUBTRACTS) {
      return x - y;
    } else if (MULTIPLIES) {
      return x * y;
    } else if (DIVIDES) {
      return IS_UNSIGNED ? Long.divideUnsigned(x, y) : x / y;
    }
    boolean isLess = IS_UNSIGNED ? Long.compareUnsigned(y, x) < 0 : y < x;
    boolean isMore = IS_UNSIGNED ? Long.compareUnsigned(x, y) < 0 : x < y;
    return (IS_MIN ? isLess : isMore) ? y : x;
  }

  private static void changeComplex(long table, long update) {
    double a = part(table, 0);
    double b = part(table, 1);
    double c = part(update, 0);
    double d = part(update, 1);
    if (ADDS) {
      setComplex(table, a + c, b + d);
    } else if (SUBTRACTS) {
      setComplex(table, a - c, b - d);
    } else if (MULTIPLIES) {
      setComplex(table, a * c - b * d, a * d + b * c);
    } else {
      double norm = c * c + d * d;
      setComplex(table, (a * c + b * d) / norm, (b * c - a * d) / norm);
    }
  }

  private static double part(long at, long which) {
    return IS_SINGLE_COMPLEX
        ? ALL.get(FLOAT, at + which * Float.BYTES)
        : ALL.get(DOUBLE, at + which * Double.BYTES);
  }

  private static void setComplex(long at, double real, double imaginary) {
    if (IS_SINGLE_COMPLEX) {
      ALL.set(FLOAT, at, (float) real);
      ALL.set(FLOAT, at + Float.BYTES, (float) imaginary);
    } else {
      ALL.set(DOUBLE, at, real);
      ALL.set(DOUBLE, at + Double.BYTES, imaginary);
    }
  }

  private static float getFloat(long at) {
    if (IS_HALF) {
      return Float16.toFloat(ALL.get(SHORT, at));
    }
    return IS_BFLOAT16 ? Bfloat16.toFloat(ALL.get(SHORT, at)) : ALL.get(FLOAT, at);
  }

  private static void setFloat(long at, float value) {
    if (IS_HALF) {
      ALL.set(SHORT, at, Float16.fromFloat(value));
    } else if (IS_BFLOAT16) {
      ALL.set(SHORT, at, Bfloat16.fromFloat(value));
    } else {
      ALL.set(FLOAT, at, value);
    }
  }

  private static long getLong(long at) {
    return switch (SIZE) {
      case 1 -> IS_UNSIGNED ? Byte.toUnsignedLong(ALL.get(BYTE, at)) : ALL.get(BYTE, at);
      case 2 -> IS_UNSIGNED ? Short.toUnsignedLong(ALL.get(SHORT, at)) : ALL.get(SHORT, at);
      case 4 -> IS_UNSIGNED ? Integer.toUnsignedLong(ALL.get(INT, at)) : ALL.get(INT, at);
      default -> ALL.get(LONG, at);
    };
  }

  private static void setLong(long at, long value) {
    switch (SIZE) {
      case 1 -> ALL.set(BYTE, at, (byte) value);
      case 2 -> ALL.set(SHORT, at, (short) value);
      case 4 -> ALL.set(INT, at, (int) value);
      default -> ALL.set(LONG, at, value);
    }
  }
}
