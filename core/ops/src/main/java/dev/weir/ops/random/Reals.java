package dev.weir.ops.random;

import dev.weir.tensor.DType;

/** Real numbers from random words. */
final class Reals {
  private static final double LEAST_UNIT = 1e-7;
  private static final float LEAST_FLOAT_UNIT = 1e-7f;

  private Reals() {}

  /** A multiple of 2^-52 in [0, 1). */
  static double unit(int first, int second) {
    return Philox.joined(second, first & 0xFFFFF) * 0x1p-52;
  }

  /** A multiple of 2^-23 in [0, 1). */
  static float unit(int word) {
    return (word & 0x7FFFFF) * 0x1p-23f;
  }

  /** A number in [0, 1) with as many bits as a type of at most 32 bits has. */
  static float unit(int word, DType dtype) {
    return switch (dtype) {
      case FLOAT16 -> (word & 0x3FF) * 0x1p-10f;
      case BFLOAT16 -> (word & 0x7F) * 0x1p-7f;
      default -> unit(word);
    };
  }

  /**
   * Two normal numbers by the method of Box and Muller, sine first. Every step is rounded to float;
   * the functions themselves are computed in double precision.
   */
  static void normals(int first, int second, double[] pair) {
    float u = Math.max(unit(first), LEAST_FLOAT_UNIT);
    float angle = (float) (2 * Math.PI * unit(second));
    float radius = (float) Math.sqrt(-2f * (float) Math.log(u));
    pair[0] = (float) Math.sin(angle) * radius;
    pair[1] = (float) Math.cos(angle) * radius;
  }

  /** Two normal numbers in double precision, from four words. */
  static void normals(int first, int second, int third, int fourth, double[] pair) {
    double u = Math.max(unit(first, second), LEAST_UNIT);
    double angle = 2 * Math.PI * unit(third, fourth);
    double radius = Math.sqrt(-2 * Math.log(u));
    pair[0] = Math.sin(angle) * radius;
    pair[1] = Math.cos(angle) * radius;
  }
}
