package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Float16;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Loops that set numbers with equal distances. */
final class Progression {
  private static final MemorySegment ALL = RawMemory.ALL;

  private Progression() {}

  /** Sets the numbers in a range of positions. */
  interface Loop {
    void run(long from, long to);
  }

  /** The loop for {@code first + i * step}; null if there is none for the type. */
  static @Nullable Loop of(Tensor first, Tensor step, Tensor result) {
    DType dtype = result.dtype();
    long out = RawMemory.address(result);
    return switch (dtype) {
      case FLOAT64 -> doubles(out, first.getDouble(0), step.getDouble(0));
      case FLOAT32 -> floats(out, first.getFloat(0), step.getFloat(0));
      case FLOAT16 -> halves(out, first.getFloat(0), step.getFloat(0));
      case BFLOAT16 -> bfloat16s(out, first.getFloat(0), step.getFloat(0));
      default -> dtype.isInteger() ? integers(dtype, out, first.getLong(0), step.getLong(0)) : null;
    };
  }

  private static Loop doubles(long out, double first, double step) {
    return (from, to) -> {
      for (long i = from; i < to; i++) {
        ALL.set(ValueLayout.JAVA_DOUBLE, out + i * Double.BYTES, first + i * step);
      }
    };
  }

  private static Loop floats(long out, float first, float step) {
    return (from, to) -> {
      for (long i = from; i < to; i++) {
        ALL.set(ValueLayout.JAVA_FLOAT, out + i * Float.BYTES, first + i * step);
      }
    };
  }

  private static Loop halves(long out, float first, float step) {
    return (from, to) -> {
      for (long i = from; i < to; i++) {
        float distance = half(half(i) * step);
        ALL.set(ValueLayout.JAVA_SHORT, out + i * Short.BYTES, Float16.fromFloat(first + distance));
      }
    };
  }

  private static float half(float value) {
    return Float16.toFloat(Float16.fromFloat(value));
  }

  private static Loop bfloat16s(long out, float first, float step) {
    return (from, to) -> {
      for (long i = from; i < to; i++) {
        float distance = bfloat16(bfloat16(i) * step);
        ALL.set(
            ValueLayout.JAVA_SHORT, out + i * Short.BYTES, Bfloat16.fromFloat(first + distance));
      }
    };
  }

  private static float bfloat16(float value) {
    return Bfloat16.toFloat(Bfloat16.fromFloat(value));
  }

  private static Loop integers(DType dtype, long out, long first, long step) {
    return switch (dtype.byteSize()) {
      case 1 ->
          (from, to) -> {
            for (long i = from; i < to; i++) {
              ALL.set(ValueLayout.JAVA_BYTE, out + i, (byte) (first + i * step));
            }
          };
      case 2 ->
          (from, to) -> {
            for (long i = from; i < to; i++) {
              ALL.set(ValueLayout.JAVA_SHORT, out + i * Short.BYTES, (short) (first + i * step));
            }
          };
      case 4 ->
          (from, to) -> {
            for (long i = from; i < to; i++) {
              ALL.set(ValueLayout.JAVA_INT, out + i * Integer.BYTES, (int) (first + i * step));
            }
          };
      default ->
          (from, to) -> {
            for (long i = from; i < to; i++) {
              ALL.set(ValueLayout.JAVA_LONG, out + i * Long.BYTES, first + i * step);
            }
          };
    };
  }
}
