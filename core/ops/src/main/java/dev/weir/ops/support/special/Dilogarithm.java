package dev.weir.ops.support.special;

/** Spence's function, a form of the dilogarithm. */
public final class Dilogarithm {
  /** {@code -Li₂(-w) / w} for w between -0.5 and 0.5. */
  private static final double[] NEAR = {
    1.0149416064096537,
    -0.13148012838765802,
    0.015313452518102082,
    -0.002272188943655959,
    0.00038516199300815945,
    -7.103404374209115E-05,
    1.3885622487404779E-05,
    -2.8323954583854513E-06,
    5.968314737835964E-07,
    -1.2902312437546724E-07,
    2.8475309127972237E-08,
    -6.392641519505728E-09,
    1.4558235675968631E-09,
    -3.356030027905024E-10,
    7.818019409066589E-11,
    -1.8379324194103908E-11,
    4.355524622917214E-12,
    -1.0395111785603755E-12,
    2.496666278162975E-13,
    -6.030470288343577E-14,
    1.4640624936086265E-14,
    -3.570903196070032E-15,
    8.746346791364233E-16,
    -2.1505456792131715E-16,
    5.3064798693556575E-17,
    -1.3136479985932125E-17
  };

  private static final double LIMIT = Math.PI * Math.PI / 6;

  private Dilogarithm() {}

  /**
   * {@code -∫ ln(t)/(t - 1) dt} from 1 to x, which is {@code Li₂(1 - x)}; NaN for negative x and ∞.
   */
  public static double spence(double x) {
    if (x < 0 || x == Double.POSITIVE_INFINITY) {
      return Double.NaN;
    }
    if (x < 0.5) {
      return x == 0 ? LIMIT : LIMIT - Math.log(x) * Math.log1p(-x) - near(-x);
    }
    if (x <= 1.5) {
      return near(x - 1);
    }
    double log = Math.log(x);
    return -log * log / 2 - near(1 / x - 1);
  }

  /** {@code Li₂(-w)} for w between -0.5 and 0.5; beyond, down to -1, by the identity of Landen. */
  private static double near(double w) {
    if (w == -1) {
      return LIMIT;
    }
    if (w < -0.5) {
      double rest = 1 + w;
      return LIMIT - Math.log(rest) * Math.log1p(-rest) - near(-rest);
    }
    return -w * Chebyshev.sum(NEAR, 2 * w);
  }
}
