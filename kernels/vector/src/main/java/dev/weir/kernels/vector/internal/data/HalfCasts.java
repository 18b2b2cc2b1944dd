package dev.weir.kernels.vector.internal.data;

import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Conversions between float16 and float32. The Vector API has no such type, but C2 knows the
 * instructions, and uses them on vectors in plain loops over arrays; in loops over memory off the
 * heap it does not. So a block at a time goes through arrays: five times as fast.
 */
final class HalfCasts {
  /** Elements that stay in first-level cache on their way through. */
  private static final int BLOCK = 1024;

  private HalfCasts() {}

  static void toFloats(long in, long out, long count) {
    int most = (int) Math.min(BLOCK, count);
    short[] halves = new short[most];
    float[] floats = new float[most];
    for (long done = 0; done < count; done += BLOCK) {
      int part = (int) Math.min(BLOCK, count - done);
      long from = in + done * Short.BYTES;
      MemorySegment.copy(RawMemory.ALL, ValueLayout.JAVA_SHORT, from, halves, 0, part);
      convert(halves, floats, part);
      long to = out + done * Float.BYTES;
      MemorySegment.copy(floats, 0, RawMemory.ALL, ValueLayout.JAVA_FLOAT, to, part);
    }
  }

  static void toHalves(long in, long out, long count) {
    int most = (int) Math.min(BLOCK, count);
    short[] halves = new short[most];
    float[] floats = new float[most];
    for (long done = 0; done < count; done += BLOCK) {
      int part = (int) Math.min(BLOCK, count - done);
      long from = in + done * Float.BYTES;
      MemorySegment.copy(RawMemory.ALL, ValueLayout.JAVA_FLOAT, from, floats, 0, part);
      convert(floats, halves, part);
      long to = out + done * Short.BYTES;
      MemorySegment.copy(halves, 0, RawMemory.ALL, ValueLayout.JAVA_SHORT, to, part);
    }
  }

  private static void convert(short[] halves, float[] floats, int count) {
    for (int i = 0; i < count; i++) {
      floats[i] = Float.float16ToFloat(halves[i]);
    }
  }

  private static void convert(float[] floats, short[] halves, int count) {
    for (int i = 0; i < count; i++) {
      halves[i] = Float.floatToFloat16(floats[i]);
    }
  }
}
