package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.ConvolutionOneDnnKernel.bytes;

import dev.weir.graph.kernel.ParallelFor;
import dev.weir.tensor.Bfloat16;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Conversions between float32 and the types of 16 bits. A block at a time goes through arrays: C2
 * uses vectors in loops over these, but not off the heap.
 */
final class Widening {
  /** Elements that stay in first-level cache on their way through. */
  private static final int BLOCK = 1024;

  /** The fewest elements worth waking another core for. */
  private static final int ELEMENTS_PER_PART = 1 << 16;

  private Widening() {}

  /** Whether numbers of this type become float32 without loss, and are not float32. */
  static boolean handles(DType type) {
    return type == DType.FLOAT16 || type == DType.BFLOAT16;
  }

  /** Copies numbers to a float32 tensor of the same size. */
  static void widen(ParallelFor parallel, Tensor from, Tensor to) {
    boolean isHalf = from.dtype() == DType.FLOAT16;
    MemorySegment in = bytes(from);
    MemorySegment out = bytes(to);
    parallel.forRange(
        from.elements(),
        ELEMENTS_PER_PART,
        (start, end) -> {
          short[] narrow = new short[(int) Math.min(BLOCK, end - start)];
          float[] wide = new float[(int) Math.min(BLOCK, end - start)];
          for (long at = start; at < end; at += BLOCK) {
            int count = (int) Math.min(BLOCK, end - at);
            MemorySegment.copy(in, ValueLayout.JAVA_SHORT, at * Short.BYTES, narrow, 0, count);
            if (isHalf) {
              halvesToFloats(narrow, wide, count);
            } else {
              bfloat16sToFloats(narrow, wide, count);
            }
            MemorySegment.copy(wide, 0, out, ValueLayout.JAVA_FLOAT, at * Float.BYTES, count);
          }
        });
  }

  /** Copies a float32 tensor to one of the same size, to the nearest numbers of its type. */
  static void narrow(ParallelFor parallel, Tensor from, Tensor to) {
    boolean isHalf = to.dtype() == DType.FLOAT16;
    MemorySegment in = bytes(from);
    MemorySegment out = bytes(to);
    parallel.forRange(
        from.elements(),
        ELEMENTS_PER_PART,
        (start, end) -> {
          float[] wide = new float[(int) Math.min(BLOCK, end - start)];
          short[] narrow = new short[(int) Math.min(BLOCK, end - start)];
          for (long at = start; at < end; at += BLOCK) {
            int count = (int) Math.min(BLOCK, end - at);
            MemorySegment.copy(in, ValueLayout.JAVA_FLOAT, at * Float.BYTES, wide, 0, count);
            if (isHalf) {
              floatsToHalves(wide, narrow, count);
            } else {
              floatsToBfloat16s(wide, narrow, count);
            }
            MemorySegment.copy(narrow, 0, out, ValueLayout.JAVA_SHORT, at * Short.BYTES, count);
          }
        });
  }

  private static void halvesToFloats(short[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.float16ToFloat(from[i]);
    }
  }

  private static void bfloat16sToFloats(short[] from, float[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Bfloat16.toFloat(from[i]);
    }
  }

  private static void floatsToHalves(float[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Float.floatToFloat16(from[i]);
    }
  }

  private static void floatsToBfloat16s(float[] from, short[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = Bfloat16.fromFloat(from[i]);
    }
  }
}
