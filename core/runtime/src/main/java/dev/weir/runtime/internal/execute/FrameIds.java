package dev.weir.runtime.internal.execute;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The numbers by which all devices of a step, TensorFlow's included, know the same frame. */
final class FrameIds {
  private static final long SEED = 0xDECAFCAFFEL;
  private static final long MULTIPLIER = 0xc6a4a7935bd1e995L;
  private static final int SHIFT = 47;

  private FrameIds() {}

  /** The id of the frame {@code name} entered from an iteration of another. */
  static long of(long parentId, long parentIteration, String name) {
    long hash = hash(name.getBytes(StandardCharsets.UTF_8));
    return combine(parentId, combine(parentIteration, hash));
  }

  private static long combine(long a, long b) {
    return a ^ (b + 0x9e3779b97f4a7800L + (a << 10) + (a >>> 4));
  }

  /** A 64-bit Murmur hash. */
  static long hash(byte[] bytes) {
    ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long h = SEED ^ (bytes.length * MULTIPLIER);
    while (data.remaining() >= 8) {
      long k = data.getLong() * MULTIPLIER;
      k = (k ^ (k >>> SHIFT)) * MULTIPLIER;
      h = (h ^ k) * MULTIPLIER;
    }
    if (data.hasRemaining()) {
      long tail = 0;
      for (int shift = 0; data.hasRemaining(); shift += 8) {
        tail |= (data.get() & 0xFFL) << shift;
      }
      h = (h ^ tail) * MULTIPLIER;
    }
    h = (h ^ (h >>> SHIFT)) * MULTIPLIER;
    return h ^ (h >>> SHIFT);
  }
}
