package dev.weir.tensor;

/** The upper half of a float32: same range, eight bits of precision. */
public final class Bfloat16 {
  private Bfloat16() {}

  /** The value of these 16 bits. */
  public static float toFloat(short bits) {
    return Float.intBitsToFloat(bits << 16);
  }

  /** The nearest bfloat16, ties to even; NaN stays NaN. */
  public static short fromFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return (short) ((bits >>> 16) | 0x40);
    }
    return (short) ((bits + 0x7FFF + ((bits >>> 16) & 1)) >>> 16);
  }

  /** The nearest bfloat16 of a double, by way of float as TensorFlow does it. */
  public static short fromDouble(double value) {
    return fromFloat((float) value);
  }
}
