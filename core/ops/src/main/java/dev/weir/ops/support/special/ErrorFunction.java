package dev.weir.ops.support.special;

/** The error function, its complement and their inverses. */
public final class ErrorFunction {
  /** {@code erf(x) / x} for x² between 0 and 1. */
  private static final double[] NEAR = {
    0.9754769393826541,
    -0.14226120510371365,
    0.010035582187599796,
    -0.0005768764699767485,
    2.741993125219606E-05,
    -1.1043175507344507E-06,
    3.8488755420345036E-08,
    -1.1808582533875466E-09,
    3.2334215826050907E-11,
    -7.991015947004549E-13,
    1.7990725113961456E-14,
    -3.718635487818693E-16,
    7.103599003714253E-18
  };

  /** {@code (x + 2) erfc(x) e^x²} for 1/(x + 2) between 0 and 0.4. */
  private static final double[] FAR = {
    0.9739949793186762,
    0.48202889723521325,
    0.07834316039603868,
    0.005640402632517939,
    -0.000638005176028597,
    -0.00015524916589267537,
    7.809517806133497E-06,
    4.21300201076712E-06,
    -2.3438312290585963E-07,
    -1.2917225955374607E-07,
    1.3095856237953062E-08,
    4.035294124615645E-09,
    -7.964802351746034E-10,
    -9.952287242058099E-11,
    4.427889678319774E-11,
    -3.4717247056227854E-13,
    -2.052419575258776E-12,
    2.8897982368264737E-13,
    6.317960107286004E-14,
    -2.4857919943788025E-14,
    6.059166186014999E-16,
    1.2844428695819705E-15,
    -2.6588485349271105E-16,
    -2.5593811585654563E-17,
    2.1064577520422095E-17
  };

  private static final double SQRT_2 = Math.sqrt(2);
  private static final double HALF_SQRT_PI = Math.sqrt(Math.PI) / 2;

  /** Beyond this the density is 0 in double precision. */
  private static final double NOTHING_LEFT = 28;

  private ErrorFunction() {}

  /** {@code 2/√π ∫ e^-t² dt} from 0 to x. */
  public static double erf(double x) {
    double size = Math.abs(x);
    if (size <= 1) {
      return x * Chebyshev.sum(NEAR, 2 * x * x - 1);
    }
    return Math.copySign(1 - erfc(size), x);
  }

  /** {@code 1 - erf(x)}, also where that is tiny. */
  public static double erfc(double x) {
    if (x < 0.5) {
      return x < -6 ? 2 : 1 - erf(x);
    }
    double u = 1 / (x + 2);
    return gaussian(x) * u * Chebyshev.sum(FAR, 5 * u - 1);
  }

  /** {@code e^-x²}; the square of the first half of the digits is exact. */
  private static double gaussian(double x) {
    double head = (float) x;
    return x > NOTHING_LEFT ? 0 : Math.exp(-head * head) * Math.exp(-(x - head) * (x + head));
  }

  /** The number whose error function is x; ±∞ for ±1, NaN beyond. */
  public static double erfInverse(double x) {
    double size = Math.abs(x);
    if (size > 0.5) {
      return Math.copySign(erfcInverse(1 - size), x);
    }
    double y = x * HALF_SQRT_PI;
    for (int i = 0; i < 6; i++) {
      double step = (erf(y) - x) * HALF_SQRT_PI * Math.exp(y * y);
      y -= step / (1 + y * step);
    }
    return y;
  }

  /** The number, not negative, whose complementary error function is x, between 0 and 1. */
  private static double erfcInverse(double x) {
    if (!(x > 0)) {
      return x == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    double log = -Math.log(x);
    double y = log < 2 ? 0.9 * (1 - x) : Math.sqrt(log - 0.5 * Math.log(Math.PI * log));
    for (int i = 0; i < 8; i++) {
      // the excess of erfc in proportion to the density; e^y² alone would overflow
      double step = (erfc(y) / x - 1) * HALF_SQRT_PI * Math.exp(y * y - log);
      y += step / (1 + y * step);
    }
    return y;
  }

  /** The number below which a normally distributed one lies with probability p. */
  public static double normalQuantile(double p) {
    if (p > 0.25 && p < 0.75) {
      return SQRT_2 * erfInverse(2 * p - 1);
    }
    return p < 0.5 ? -SQRT_2 * erfcInverse(2 * p) : SQRT_2 * erfcInverse(2 * (1 - p));
  }
}
