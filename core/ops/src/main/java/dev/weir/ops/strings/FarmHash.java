package dev.weir.ops.strings;

/** FarmHash's 64-bit fingerprint: it never changes, so that buckets stay the same for ever. */
final class FarmHash {
  private static final long K0 = 0xC3A5C85C97CB3127L;
  private static final long K1 = 0xB492B66FBE98F273L;
  private static final long K2 = 0x9AE16A3B2F90404FL;
  private static final int BLOCK = 64;

  private final byte[] bytes;
  private final int length;
  private long x;
  private long y;
  private long z;
  private long v0;
  private long v1;
  private long w0;
  private long w1;

  private FarmHash(byte[] bytes) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  /** The fingerprint of some bytes. */
  static long fingerprint(byte[] bytes) {
    FarmHash hash = new FarmHash(bytes);
    if (bytes.length <= 16) {
      return hash.upTo16();
    }
    if (bytes.length <= 32) {
      return hash.upTo32();
    }
    return bytes.length <= BLOCK ? hash.upTo64() : hash.longer();
  }

  private long word(int i) {
    return Hashes.word(bytes, i);
  }

  private long halfWord(int i) {
    return (bytes[i] & 0xFFL)
        | (bytes[i + 1] & 0xFFL) << 8
        | (bytes[i + 2] & 0xFFL) << 16
        | (bytes[i + 3] & 0xFFL) << 24;
  }

  private static long mix(long value) {
    return value ^ (value >>> 47);
  }

  private static long combine(long u, long v, long factor) {
    long a = mix((u ^ v) * factor);
    return mix((v ^ a) * factor) * factor;
  }

  private long upTo16() {
    long factor = K2 + length * 2L;
    if (length >= 8) {
      long a = word(0) + K2;
      long b = word(length - 8);
      long c = Long.rotateRight(b, 37) * factor + a;
      long d = (Long.rotateRight(a, 25) + b) * factor;
      return combine(c, d, factor);
    }
    if (length >= 4) {
      return combine(length + (halfWord(0) << 3), halfWord(length - 4), factor);
    }
    if (length == 0) {
      return K2;
    }
    long first = (bytes[0] & 0xFFL) + ((bytes[length >> 1] & 0xFFL) << 8);
    long second = length + ((bytes[length - 1] & 0xFFL) << 2);
    return mix(first * K2 ^ second * K0) * K2;
  }

  private long upTo32() {
    long factor = K2 + length * 2L;
    long a = word(0) * K1;
    long b = word(8);
    long c = word(length - 8) * factor;
    long d = word(length - 16) * K2;
    return combine(
        Long.rotateRight(a + b, 43) + Long.rotateRight(c, 30) + d,
        a + Long.rotateRight(b + K2, 18) + c,
        factor);
  }

  private long upTo64() {
    long factor = K2 + length * 2L;
    long a = word(0) * K2;
    long b = word(8);
    long c = word(length - 8) * factor;
    long d = word(length - 16) * K2;
    long first = Long.rotateRight(a + b, 43) + Long.rotateRight(c, 30) + d;
    long second = combine(first, a + Long.rotateRight(b + K2, 18) + c, factor);
    long e = word(16) * factor;
    long f = word(24);
    long g = (first + word(length - 32)) * factor;
    long h = (second + word(length - 24)) * factor;
    return combine(
        Long.rotateRight(e + f, 43) + Long.rotateRight(g, 30) + h,
        e + Long.rotateRight(f + a, 18) + g,
        factor);
  }

  private long longer() {
    long seed = 81;
    y = seed * K1 + 113;
    z = mix(y * K2 + 113) * K2;
    x = seed * K2 + word(0);
    int end = (length - 1) / BLOCK * BLOCK;
    for (int i = 0; i < end; i += BLOCK) {
      block(i, K1, 1);
    }
    long factor = K1 + ((z & 0xFF) << 1);
    w0 += (length - 1) & (BLOCK - 1);
    v0 += w0;
    w0 += v0;
    block(length - BLOCK, factor, 9);
    return combine(combine(v0, w0, factor) + mix(y) * K0 + z, combine(v1, w1, factor) + x, factor);
  }

  /** Takes in 64 bytes; the last ones, which may overlap, with another factor and weight. */
  private void block(int i, long factor, long weight) {
    x = Long.rotateRight(x + y + v0 + word(i + 8), 37) * factor;
    y = Long.rotateRight(y + v1 + word(i + 48), 42) * factor;
    x ^= w1 * weight;
    y += v0 * weight + word(i + 40);
    z = Long.rotateRight(z + w0, 33) * factor;
    long a = v1 * factor;
    long b = x + w0;
    v0 = a + word(i) + word(i + 8) + word(i + 16) + word(i + 24);
    v1 = second(i, a, b);
    a = z + w1;
    b = y + word(i + 16);
    w0 = a + word(i + 32) + word(i + 40) + word(i + 48) + word(i + 56);
    w1 = second(i + 32, a, b);
    long swap = z;
    z = x;
    x = swap;
  }

  private long second(int i, long a, long b) {
    long first = a + word(i);
    long turned = Long.rotateRight(b + first + word(i + 24), 21);
    return turned + Long.rotateRight(first + word(i + 8) + word(i + 16), 44) + first;
  }
}
