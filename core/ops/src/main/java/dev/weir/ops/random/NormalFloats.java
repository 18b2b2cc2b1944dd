package dev.weir.ops.random;

/**
 * Pairs of normal numbers by the method of Box and Muller, for many words at once. The results are
 * those of {@link Reals#normals} to the last bit: logarithm, sine and cosine are polynomials in
 * double precision whose error is far below that of a float, and each of the 2^23 numbers they can
 * be asked for has been compared. One short loop per step lets the compiler make vectors of most.
 */
final class NormalFloats {
  private static final float LEAST_UNIT = 1e-7f;
  private static final int UNIT_BITS = 0x7FFFFF;

  /** Added and subtracted, it rounds a number to a whole one. */
  private static final double ROUND = 0x1.8p52;

  private static final long ROUND_BITS = Double.doubleToRawLongBits(ROUND);
  private static final long TWO_THIRDS_BITS = Double.doubleToRawLongBits(2.0 / 3);
  private static final long EXPONENT_BITS = 0xFFF0_0000_0000_0000L;
  private static final double LN2_HIGH = 0x1.62E42FEFA38p-1;
  private static final double LN2_LOW = 0x1.EF35793C7673p-45;

  /** So few bits that its product with a small whole number is exact. */
  private static final double HALF_PI_HIGH = 0x1.921FB544p0;

  private static final double HALF_PI_LOW = Math.PI / 2 - HALF_PI_HIGH + 6.123233995736766E-17;

  private final int pairs;
  private final double[] angle;
  private final double[] turns;
  private final double[] sine;
  private final double[] cosine;
  private final double[] mantissa;
  private final double[] exponent;
  private final float[] radius;

  NormalFloats(int pairs) {
    this.pairs = pairs;
    this.angle = new double[pairs];
    this.turns = new double[pairs];
    this.sine = new double[pairs];
    this.cosine = new double[pairs];
    this.mantissa = new double[pairs];
    this.exponent = new double[pairs];
    this.radius = new float[pairs];
  }

  /** Two numbers for every two words. */
  void draw(int[] words, float[] numbers) {
    split(words);
    logarithms();
    reduce();
    sines();
    cosines();
    turn();
    for (int i = 0; i < pairs; i++) {
      numbers[2 * i] = (float) sine[i] * radius[i];
      numbers[2 * i + 1] = (float) cosine[i] * radius[i];
    }
  }

  /** The first word of a pair is a number to take the logarithm of, the second an angle. */
  private void split(int[] words) {
    for (int i = 0; i < pairs; i++) {
      double unit = Math.max((words[2 * i] & UNIT_BITS) * 0x1p-23f, LEAST_UNIT);
      angle[i] = (float) (2 * Math.PI * ((words[2 * i + 1] & UNIT_BITS) * 0x1p-23));
      long bits = Double.doubleToRawLongBits(unit);
      long power = (bits - TWO_THIRDS_BITS) & EXPONENT_BITS;
      mantissa[i] = Double.longBitsToDouble(bits - power) - 1;
      exponent[i] = Double.longBitsToDouble((power >> 52) + ROUND_BITS) - ROUND;
    }
  }

  /** The radius from the logarithm: twice the series of atanh, f being in [-1/3, 1/3). */
  private void logarithms() {
    for (int i = 0; i < pairs; i++) {
      double f = mantissa[i];
      double e = exponent[i];
      double s = f / (f + 2);
      double z = s * s;
      double p = 2.0 / 23;
      p = p * z + 2.0 / 21;
      p = p * z + 2.0 / 19;
      p = p * z + 2.0 / 17;
      p = p * z + 2.0 / 15;
      p = p * z + 2.0 / 13;
      p = p * z + 2.0 / 11;
      p = p * z + 2.0 / 9;
      p = p * z + 2.0 / 7;
      p = p * z + 2.0 / 5;
      p = p * z + 2.0 / 3;
      double half = 0.5 * f * f;
      radius[i] = (float) (e * LN2_HIGH + (f - (half - (s * (half + p * z) + e * LN2_LOW))));
    }
    for (int i = 0; i < pairs; i++) {
      radius[i] = (float) Math.sqrt(-2f * radius[i]);
    }
  }

  /** Splits angles into quarters of a turn and a rest in [-pi/4, pi/4]. */
  private void reduce() {
    for (int i = 0; i < pairs; i++) {
      double quarters = (angle[i] * (2 / Math.PI) + ROUND) - ROUND;
      angle[i] = (angle[i] - quarters * HALF_PI_HIGH) - quarters * HALF_PI_LOW;
      turns[i] = quarters;
    }
  }

  private void sines() {
    for (int i = 0; i < pairs; i++) {
      double r = angle[i];
      double z = r * r;
      double p = -1 / 1307674368000.0;
      p = p * z + 1 / 6227020800.0;
      p = p * z - 1 / 39916800.0;
      p = p * z + 1 / 362880.0;
      p = p * z - 1 / 5040.0;
      p = p * z + 1 / 120.0;
      p = p * z - 1 / 6.0;
      sine[i] = r + r * z * p;
    }
  }

  private void cosines() {
    for (int i = 0; i < pairs; i++) {
      double z = angle[i] * angle[i];
      double p = -1 / 87178291200.0;
      p = p * z + 1 / 479001600.0;
      p = p * z - 1 / 3628800.0;
      p = p * z + 1 / 40320.0;
      p = p * z - 1 / 720.0;
      p = p * z + 1 / 24.0;
      p = p * z - 0.5;
      cosine[i] = 1 + z * p;
    }
  }

  /** Turns by whole quarters, 0 to 4: exchanges sine and cosine if odd, and sets the signs. */
  private void turn() {
    for (int i = 0; i < pairs; i++) {
      double halves = (turns[i] * 0.5 - 0.25 + ROUND) - ROUND;
      double odd = turns[i] - 2 * halves;
      double even = 1 - odd;
      double wholes = (halves * 0.5 - 0.25 + ROUND) - ROUND;
      double sign = 1 - 2 * (halves - 2 * wholes);
      double turned = (sine[i] * even + cosine[i] * odd) * sign;
      cosine[i] = (cosine[i] * even + sine[i] * odd) * sign * (1 - 2 * odd);
      sine[i] = turned;
    }
  }
}
