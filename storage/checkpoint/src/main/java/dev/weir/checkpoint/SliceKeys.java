package dev.weir.checkpoint;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The keys under which parts of partitioned tensors stand in an index: 0, the name, the rank, then
 * start and length of every dimension, each coded so that the bytes sort as the values do.
 */
final class SliceKeys {
  private static final int LONGEST_SIGNED = 10;

  private SliceKeys() {}

  static byte[] encode(String name, TensorSlice slice) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    unsigned(out, 0);
    string(out, name.getBytes(StandardCharsets.UTF_8));
    unsigned(out, slice.rank());
    for (TensorSlice.Extent extent : slice.extents()) {
      signed(out, extent.start());
      signed(out, extent.length());
    }
    return out.toByteArray();
  }

  /** Whether a key is one of these; the name of a tensor never begins with 0. */
  static boolean isSliceKey(byte[] key) {
    return key.length > 0 && key[0] == 0;
  }

  /** How many bytes follow, then those, the highest first. */
  static void unsigned(ByteArrayOutputStream out, long value) {
    int bytes = (64 - Long.numberOfLeadingZeros(value) + 7) / 8;
    out.write(bytes);
    for (int i = bytes - 1; i >= 0; i--) {
      out.write((int) (value >>> (8 * i)));
    }
  }

  private static void string(ByteArrayOutputStream out, byte[] bytes) {
    for (byte b : bytes) {
      out.write(b);
      if (b == 0) {
        out.write(0xff);
      } else if (b == (byte) 0xff) {
        out.write(0);
      }
    }
    out.write(0);
    out.write(1);
  }

  /**
   * In {@code n} bytes, the fewest that leave {@code 7n} bits for it. The sign bit and {@code n}
   * stand in front: as many ones as there are bytes, then a zero; all of that inverted if negative.
   */
  static void signed(ByteArrayOutputStream out, long value) {
    int bytes = 1;
    while (bytes < LONGEST_SIGNED && !fits(value, 7 * bytes - 1)) {
      bytes++;
    }
    // Two's complement with room for the header: up to 16 bits beyond the 64 of the value.
    byte[] coded = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      int shift = 8 * (bytes - 1 - i);
      coded[i] = (byte) (value >> Math.min(shift, 63));
    }
    int header = 0xffff << (16 - bytes) & 0xffff;
    coded[0] ^= (byte) (header >>> 8);
    if (bytes > 1) {
      coded[1] ^= (byte) header;
    }
    out.writeBytes(coded);
  }

  /** Whether a value lies between -2^bits and 2^bits. */
  private static boolean fits(long value, int bits) {
    return bits >= 63 || value >> bits == value >> 63;
  }
}
