package dev.weir.records;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checksum of TensorFlow's files: CRC-32C, stored masked. Masking keeps the checksum of data
 * that contains checksums from being a checksum of a trivial kind.
 */
public final class Crc32c {
  private static final int MASK = 0xa282ead8;
  private static final int POLYNOMIAL = 0x82f63b78;

  /** The polynomial 1; the highest power is the lowest bit. */
  private static final int ONE = 1 << 31;

  /** {@code POWERS[k]} is x to the power of 2^k, modulo the polynomial. */
  private static final int[] POWERS = new int[64 + 3];

  static {
    POWERS[0] = ONE >>> 1;
    for (int k = 1; k < POWERS.length; k++) {
      POWERS[k] = multiply(POWERS[k - 1], POWERS[k - 1]);
    }
  }

  private Crc32c() {}

  /** The checksum of an array. */
  public static int of(byte[] bytes) {
    return of(ByteBuffer.wrap(bytes));
  }

  /** The checksum of what remains of a buffer, which is used up. */
  public static int of(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** The form in which a checksum is stored. */
  public static int mask(int crc) {
    return Integer.rotateRight(crc, 15) + MASK;
  }

  /** The checksum of which this is the stored form. */
  public static int unmask(int masked) {
    return Integer.rotateLeft(masked - MASK, 15);
  }

  /** What takes a checksum over {@code bytes} more bytes, for {@link #combine}. */
  public static int shiftBy(long bytes) {
    int shift = ONE;
    int k = 3; // 8 = 2^3 bits a byte
    for (long rest = bytes; rest != 0; rest >>>= 1) {
      if ((rest & 1) != 0) {
        shift = multiply(POWERS[k], shift);
      }
      k++;
    }
    return shift;
  }

  /** The checksum of two runs of bytes, one after the other, from the checksums of each. */
  public static int combine(int first, int second, int shiftBySecond) {
    return multiply(shiftBySecond, first) ^ second;
  }

  /** The product of two polynomials over GF(2), modulo the polynomial of the checksum. */
  private static int multiply(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int bit = ONE; bit != 0; bit >>>= 1) {
      if ((a & bit) != 0) {
        product ^= shifted;
      }
      shifted = (shifted & 1) != 0 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
    }
    return product;
  }
}
