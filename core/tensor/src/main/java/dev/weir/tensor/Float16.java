package dev.weir.tensor;

/** IEEE 754 half precision. */
public final class Float16 {
  private Float16() {}

  /** The value of these 16 bits. */
  public static float toFloat(short bits) {
    return Float.float16ToFloat(bits);
  }

  /** The nearest half, ties to even. */
  public static short fromFloat(float value) {
    return Float.floatToFloat16(value);
  }

  /** The nearest half of a double, by way of float as TensorFlow does it. */
  public static short fromDouble(double value) {
    return Float.floatToFloat16((float) value);
  }
}
