package dev.weir.ops.strings;

import java.nio.ByteOrder;

/** Hashes of bytes: the ones that fix which bucket a string falls into. */
final class Hashes {
  private static final long MURMUR_SEED = 0xDECAFCAFFEL;
  private static final long MURMUR_FACTOR = 0xC6A4A7935BD1E995L;
  private static final java.lang.invoke.VarHandle LONGS =
      java.lang.invoke.MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Hashes() {}

  /** Eight bytes from {@code i} on. */
  static long word(byte[] bytes, int i) {
    return (long) LONGS.get(bytes, i);
  }

  /** MurmurHash64A, with the seed that TensorFlow uses. */
  static long murmur(byte[] bytes) {
    long hash = MURMUR_SEED ^ (bytes.length * MURMUR_FACTOR);
    int i = 0;
    for (; i + 8 <= bytes.length; i += 8) {
      long k = word(bytes, i) * MURMUR_FACTOR;
      k = (k ^ (k >>> 47)) * MURMUR_FACTOR;
      hash = (hash ^ k) * MURMUR_FACTOR;
    }
    if (i < bytes.length) {
      hash = (hash ^ rest(bytes, i)) * MURMUR_FACTOR;
    }
    hash = (hash ^ (hash >>> 47)) * MURMUR_FACTOR;
    return hash ^ (hash >>> 47);
  }

  /** The fewer than eight bytes from {@code i} to the end. */
  private static long rest(byte[] bytes, int i) {
    long rest = 0;
    for (int k = bytes.length - 1; k >= i; k--) {
      rest = rest << 8 | (bytes[k] & 0xFF);
    }
    return rest;
  }

  /** SipHash-2-4 with a key of two words. */
  static long sip(byte[] bytes, long key0, long key1) {
    SipState state = new SipState(key0, key1);
    int i = 0;
    for (; i + 8 <= bytes.length; i += 8) {
      state.add(word(bytes, i));
    }
    state.add(rest(bytes, i) | (long) bytes.length << 56);
    return state.finish();
  }

  private static final class SipState {
    private long v0;
    private long v1;
    private long v2;
    private long v3;

    SipState(long key0, long key1) {
      v0 = key0 ^ 0x736F6D6570736575L;
      v1 = key1 ^ 0x646F72616E646F6DL;
      v2 = key0 ^ 0x6C7967656E657261L;
      v3 = key1 ^ 0x7465646279746573L;
    }

    void add(long word) {
      v3 ^= word;
      round();
      round();
      v0 ^= word;
    }

    long finish() {
      v2 ^= 0xFF;
      for (int i = 0; i < 4; i++) {
        round();
      }
      return v0 ^ v1 ^ v2 ^ v3;
    }

    private void round() {
      v0 += v1;
      v2 += v3;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v1;
      v0 += v3;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 = Long.rotateLeft(v2, 32);
    }
  }
}
