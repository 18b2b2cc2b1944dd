package dev.weir.ops.support;

import dev.weir.tensor.DType;

/** The least and greatest numbers of element types. */
public final class Limits {
  private Limits() {}

  /** The least integer (or false) of a type; that of uint64 as its bits. */
  public static long least(DType dtype) {
    return switch (dtype) {
      case INT8, QINT8 -> Byte.MIN_VALUE;
      case INT16, QINT16 -> Short.MIN_VALUE;
      case INT32, QINT32 -> Integer.MIN_VALUE;
      case INT64 -> Long.MIN_VALUE;
      default -> 0;
    };
  }

  /** The greatest integer (or true) of a type; that of uint64 as its bits. */
  public static long greatest(DType dtype) {
    return switch (dtype) {
      case BOOL -> 1;
      case INT8, QINT8 -> Byte.MAX_VALUE;
      case UINT8, QUINT8 -> 0xFF;
      case INT16, QINT16 -> Short.MAX_VALUE;
      case UINT16, QUINT16 -> 0xFFFF;
      case INT32, QINT32 -> Integer.MAX_VALUE;
      case UINT32 -> 0xFFFFFFFFL;
      case INT64 -> Long.MAX_VALUE;
      default -> -1;
    };
  }

  /** The greatest finite number of a floating type. */
  public static double greatestFinite(DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> 65504;
      case BFLOAT16 -> 0x1.FEp127;
      case FLOAT32 -> Float.MAX_VALUE;
      default -> Double.MAX_VALUE;
    };
  }

  /** The low bits of a number, as {@link Tensor#getLong} would read them from a tensor. */
  public static long wrap(DType dtype, long value) {
    return switch (dtype) {
      case INT8, QINT8 -> (byte) value;
      case UINT8, QUINT8 -> value & 0xFF;
      case INT16, QINT16 -> (short) value;
      case UINT16, QUINT16 -> value & 0xFFFF;
      case INT32, QINT32 -> (int) value;
      case UINT32 -> value & 0xFFFFFFFFL;
      default -> value;
    };
  }

  /** The greater of two integers of a type. */
  public static long max(DType dtype, long a, long b) {
    return compare(dtype, a, b) >= 0 ? a : b;
  }

  /** The lesser of two integers of a type. */
  public static long min(DType dtype, long a, long b) {
    return compare(dtype, a, b) <= 0 ? a : b;
  }

  /** Compares two integers of a type, as {@link Tensor#getLong} reads them. */
  public static int compare(DType dtype, long a, long b) {
    return dtype == DType.UINT64 ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }
}
