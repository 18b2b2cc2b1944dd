package dev.weir.tensor;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.ByteSize;
import dev.weir.tensor.memory.HeapBudget;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The elements of tensors: numbers of any type in a buffer, converted as casts do, and objects. */
final class Elements {
  /** What elements take of the heap counts against its budget in pieces of at least this size. */
  static final long CHARGED_AT_ONCE = 1 << 20;

  /** The longest array the JVM makes. */
  static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

  private static final byte[] EMPTY_STRING = new byte[0];

  private Elements() {}

  /** Reads an element that another thread may be giving back: its value, or an exception. */
  static double readDouble(Buffer b, DType dtype, long i) {
    try {
      double value = getDouble(b, dtype, i);
      b.requireHeld();
      return value;
    } catch (IllegalStateException e) {
      throw givenBack(dtype, e);
    }
  }

  /** Reads a float as {@link #readDouble} reads a double. */
  static float readFloat(Buffer b, DType dtype, long i) {
    try {
      float value = dtype == DType.FLOAT32 ? b.getFloat(i) : getFloat(b, dtype, i);
      b.requireHeld();
      return value;
    } catch (IllegalStateException e) {
      throw givenBack(dtype, e);
    }
  }

  /** Reads an integer as {@link #readDouble} reads a double. */
  static long readLong(Buffer b, DType dtype, long i) {
    try {
      long value = getLong(b, dtype, i);
      b.requireHeld();
      return value;
    } catch (IllegalStateException e) {
      throw givenBack(dtype, e);
    }
  }

  /** Reads an imaginary part as {@link #readDouble} reads a double. */
  static double readImaginary(Buffer b, DType dtype, long i) {
    try {
      double value = getImaginary(b, dtype, i);
      b.requireHeld();
      return value;
    } catch (IllegalStateException e) {
      throw givenBack(dtype, e);
    }
  }

  /** The memory went back to the system between the check and the access. */
  private static WeirException givenBack(DType dtype, IllegalStateException cause) {
    return new WeirException(
        ErrorCode.FAILED_PRECONDITION, "a " + dtype + " tensor was closed while in use", cause);
  }

  private static double getDouble(Buffer b, DType dtype, long i) {
    return switch (dtype) {
      case FLOAT32 -> b.getFloat(i);
      case FLOAT64 -> b.getDouble(i);
      case FLOAT16 -> Float16.toFloat(b.getShort(i));
      case BFLOAT16 -> Bfloat16.toFloat(b.getShort(i));
      case COMPLEX64 -> b.getFloat(2 * i);
      case COMPLEX128 -> b.getDouble(2 * i);
      case UINT64 -> unsignedToDouble(b.getLong(i));
      default -> getLong(b, dtype, i);
    };
  }

  private static float getFloat(Buffer b, DType dtype, long i) {
    return switch (dtype) {
      case FLOAT32 -> b.getFloat(i);
      case INT64 -> b.getLong(i);
      case UINT64 -> unsignedToFloat(b.getLong(i));
      default -> (float) getDouble(b, dtype, i);
    };
  }

  private static long getLong(Buffer b, DType dtype, long i) {
    return switch (dtype) {
      case INT8, QINT8, BOOL -> b.getByte(i);
      case UINT8, QUINT8 -> Byte.toUnsignedLong(b.getByte(i));
      case INT16, QINT16 -> b.getShort(i);
      case UINT16, QUINT16 -> Short.toUnsignedLong(b.getShort(i));
      case INT32, QINT32 -> b.getInt(i);
      case UINT32 -> Integer.toUnsignedLong(b.getInt(i));
      case INT64, UINT64 -> b.getLong(i);
      default -> throw WeirException.invalidArgument("a %s is not an integer", dtype);
    };
  }

  private static double getImaginary(Buffer b, DType dtype, long i) {
    return switch (dtype) {
      case COMPLEX64 -> b.getFloat(2 * i + 1);
      case COMPLEX128 -> b.getDouble(2 * i + 1);
      default -> 0;
    };
  }

  static void setDouble(Buffer b, DType dtype, long i, double value) {
    switch (dtype) {
      case FLOAT32 -> b.setFloat(i, (float) value);
      case FLOAT64 -> b.setDouble(i, value);
      case FLOAT16 -> b.setShort(i, Float16.fromDouble(value));
      case BFLOAT16 -> b.setShort(i, Bfloat16.fromDouble(value));
      case COMPLEX64, COMPLEX128 -> setComplex(b, dtype, i, value, 0);
      case BOOL -> b.setByte(i, (byte) (value != 0 ? 1 : 0));
      case UINT64 -> b.setLong(i, doubleToUnsigned(value));
      default -> setLong(b, dtype, i, (long) value);
    }
  }

  static void setLong(Buffer b, DType dtype, long i, long value) {
    switch (dtype) {
      case INT8, QINT8, UINT8, QUINT8 -> b.setByte(i, (byte) value);
      case BOOL -> b.setByte(i, (byte) (value != 0 ? 1 : 0));
      case INT16, QINT16, UINT16, QUINT16 -> b.setShort(i, (short) value);
      case INT32, QINT32, UINT32 -> b.setInt(i, (int) value);
      case INT64, UINT64 -> b.setLong(i, value);
      case FLOAT32 -> b.setFloat(i, value);
      case FLOAT16 -> b.setShort(i, Float16.fromFloat(value));
      case BFLOAT16 -> b.setShort(i, Bfloat16.fromFloat(value));
      case FLOAT64, COMPLEX64, COMPLEX128 -> setDouble(b, dtype, i, value);
      case STRING, RESOURCE, VARIANT ->
          throw WeirException.invalidArgument("a %s is not a number", dtype);
    }
  }

  static void setComplex(Buffer b, DType dtype, long i, double real, double imaginary) {
    switch (dtype) {
      case COMPLEX64 -> {
        b.setFloat(2 * i, (float) real);
        b.setFloat(2 * i + 1, (float) imaginary);
      }
      case COMPLEX128 -> {
        b.setDouble(2 * i, real);
        b.setDouble(2 * i + 1, imaginary);
      }
      default -> throw WeirException.invalidArgument("a %s is not a complex number", dtype);
    }
  }

  /**
   * Heap elements of a shape: empty strings, or nothing yet.
   *
   * @param most how many bytes the references to them may take
   * @param heap what large ones take of the heap, until they are unreachable
   */
  static @Nullable Object[] allocateObjects(
      DType dtype, Shape shape, String holder, long most, HeapBudget heap) {
    if (!shape.isFullyKnown()) {
      throw WeirException.invalidArgument("%s cannot have the shape %s", holder, shape);
    }
    if (shape.elements() > LARGEST_ARRAY) {
      throw WeirException.invalidArgument(
          "%s: %s%s is too large for elements on the heap", holder, dtype, shape);
    }
    long bytes = shape.elements() * Long.BYTES;
    if (bytes > most) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          String.format(
              "%s needs %s for references to the elements of %s%s, more than its memory budget of"
                  + " %s",
              holder, ByteSize.format(bytes), dtype, shape, ByteSize.format(most)));
    }
    @Nullable Object[] objects = references((int) shape.elements(), bytes, heap, dtype, shape);
    if (dtype == DType.STRING) {
      Arrays.fill(objects, EMPTY_STRING);
    }
    return objects;
  }

  private static @Nullable Object[] references(
      int count, long bytes, HeapBudget heap, DType dtype, Shape shape) {
    if (bytes < CHARGED_AT_ONCE) {
      return new @Nullable Object[count];
    }
    heap.take(bytes, dtype + shape.toString());
    boolean isOwned = false;
    try {
      @Nullable Object[] objects = new @Nullable Object[count];
      heap.giveBackAfter(objects, bytes);
      isOwned = true;
      return objects;
    } finally {
      if (!isOwned) {
        heap.giveBack(bytes);
      }
    }
  }

  /** The double nearest to an unsigned number, ties to even. */
  static double unsignedToDouble(long bits) {
    return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
  }

  private static float unsignedToFloat(long bits) {
    return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0f;
  }

  private static long doubleToUnsigned(double value) {
    return value >= 0x1p63 ? (long) (value - 0x1p63) + Long.MIN_VALUE : (long) value;
  }
}
