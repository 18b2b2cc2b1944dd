package dev.weir.ops.support.special;

/** The logarithm of the gamma function and its derivative. */
public final class GammaFunction {
  /** {@code ln Γ(x) / (x - 1)} for x between 0.5 and 1.5. */
  private static final double[] AROUND_1 = {
    -0.633011426275031,
    0.4405675574678963,
    -0.057857409449912446,
    0.010513973690267811,
    -0.002163989092091715,
    0.0004744402338724658,
    -0.00010799644528099427,
    2.5201155299530276E-05,
    -5.986014498026819E-06,
    1.4410616180293054E-06,
    -3.5060690575761177E-07,
    8.603823016763753E-08,
    -2.126510912478688E-08,
    5.287778091463614E-09,
    -1.3217135752166157E-09,
    3.3186698554450495E-10,
    -8.365902567746219E-11,
    2.116338666160694E-11,
    -5.370507653794381E-12,
    1.3666688100545857E-12,
    -3.486660039885161E-13,
    8.915622432767707E-14,
    -2.28454959350908E-14,
    5.86514671522212E-15,
    -1.5084071183968602E-15,
    3.885614648428306E-16,
    -1.0024188186640361E-16,
    2.5896418565384152E-17,
    -6.69867474095857E-18
  };

  /** {@code ln Γ(x) / (x - 2)} for x between 1.5 and 2.5. */
  private static final double[] AROUND_2 = {
    0.41418612492156676,
    0.16322170068760064,
    -0.008658972394126285,
    0.0006727515726001485,
    -6.139556963628233E-05,
    6.110065797003576E-06,
    -6.410003033826223E-07,
    6.962242692768951E-08,
    -7.747248733788217E-09,
    8.774075140687239E-10,
    -1.0070266869830198E-10,
    1.1678602130652374E-11,
    -1.3656871334744932E-12,
    1.6079351149711552E-13,
    -1.9039501088488732E-14,
    2.2653768767833064E-15,
    -2.706656814831896E-16,
    3.245660731626191E-17,
    -3.904483378457447E-18
  };

  /** {@code ψ(x) / (x - z)} for x between 1 and 2 and the zero z of ψ. */
  private static final double[] DIGAMMA = {
    0.983570260441567,
    -0.2270640863346444,
    0.03336889902393011,
    -0.005320077271596548,
    0.0008788656937820505,
    -0.00014773492650606044,
    2.5060543468359146E-05,
    -4.2721034029993324E-06,
    7.302769272465923E-07,
    -1.2502886813559594E-07,
    2.1425009322359472E-08,
    -3.673295918565179E-09,
    6.299717236108931E-10,
    -1.080593028883266E-10,
    1.853735192053638E-11,
    -3.18023536582553E-12,
    5.456147570322795E-13,
    -9.360993131036438E-14,
    1.606064636295075E-14,
    -2.7555431377438815E-15,
    4.727736178601912E-16,
    -8.11148420346509E-17,
    1.391707769474154E-17
  };

  /** The positive zero of the digamma function: what a double can hold of it, and the rest. */
  private static final double ZERO_HEAD = 1.4616321449683622;

  private static final double ZERO_TAIL = 9.549995429965697E-17;
  private static final double HALF_LOG_2_PI = Math.log(2 * Math.PI) / 2;

  /** {@code B₂ₖ / 2k(2k - 1)}: Stirling's series in odd powers of 1/x. */
  private static final double[] STIRLING = {
    1.0 / 12,
    -1.0 / 360,
    1.0 / 1260,
    -1.0 / 1680,
    1.0 / 1188,
    -691.0 / 360360,
    1.0 / 156,
    -3617.0 / 122400
  };

  /** {@code B₂ₖ / 2k}: the digamma function's series in even powers of 1/x. */
  private static final double[] DIGAMMA_FAR = {
    1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12, -3617.0 / 8160
  };

  private GammaFunction() {}

  /** {@code ln |Γ(x)|}; ∞ where Γ has a pole. */
  public static double logGamma(double x) {
    if (x <= 0) {
      return logGammaOfNegative(x);
    }
    if (x < 0.5) {
      return logGamma1p(x) - Math.log(x);
    }
    if (x >= 10) {
      return Double.isInfinite(x) ? x : (x - 0.5) * Math.log(x) - x + HALF_LOG_2_PI + stirling(x);
    }
    if (x <= 1.5) {
      return logGamma1p(x - 1);
    }
    double product = 1;
    double reduced = x;
    while (reduced > 2.5) {
      reduced -= 1;
      product *= reduced;
    }
    return Math.log(product) + (reduced - 2) * Chebyshev.sum(AROUND_2, 2 * (reduced - 2));
  }

  /** {@code ln Γ(1 + x)}, precise also near 0. */
  static double logGamma1p(double x) {
    return Math.abs(x) > 0.5 ? logGamma(1 + x) : x * Chebyshev.sum(AROUND_1, 2 * x);
  }

  /** {@code Γ(x)} for x between 0 and 100. */
  static double gamma(double x) {
    if (x < 1.5) {
      return Math.exp(logGamma1p(x)) / x;
    }
    double product = 1;
    double reduced = x;
    while (reduced > 2.5) {
      reduced -= 1;
      product *= reduced;
    }
    return product * Math.exp(logGamma(reduced));
  }

  /** {@code Γ(x) Γ(-x) = -π / (x sin πx)}. */
  private static double logGammaOfNegative(double x) {
    double fraction = x - Math.rint(x);
    if (fraction == 0 || Double.isInfinite(x)) {
      return Double.POSITIVE_INFINITY;
    }
    if (x > -0.5) {
      return logGamma1p(x) - Math.log(-x);
    }
    double sine = Math.abs(Math.sin(Math.PI * fraction));
    return Math.log(Math.PI / (-x * sine)) - logGamma(-x);
  }

  /** What Stirling's formula for ln Γ(x) leaves open, for x of at least 10. */
  static double stirling(double x) {
    if (Double.isInfinite(x)) {
      return 0;
    }
    double square = 1 / (x * x);
    double sum = 0;
    for (int k = STIRLING.length - 1; k >= 0; k--) {
      sum = sum * square + STIRLING[k];
    }
    return sum / x;
  }

  /** {@code ψ(x) = Γ'(x) / Γ(x)}; NaN where it has a pole. */
  public static double digamma(double x) {
    if (x <= 0) {
      double fraction = x - Math.rint(x);
      return fraction == 0 ? Double.NaN : digamma(1 - x) - Math.PI / Math.tan(Math.PI * fraction);
    }
    if (x < 1) {
      return digamma(1 + x) - 1 / x;
    }
    if (x >= 10) {
      return digammaOfLarge(x);
    }
    double sum = 0;
    double reduced = x;
    while (reduced > 2) {
      reduced -= 1;
      sum += 1 / reduced;
    }
    double fromZero = (reduced - ZERO_HEAD) - ZERO_TAIL;
    return sum + fromZero * Chebyshev.sum(DIGAMMA, 2 * reduced - 3);
  }

  private static double digammaOfLarge(double x) {
    double square = 1 / (x * x);
    double sum = 0;
    for (int k = DIGAMMA_FAR.length - 1; k >= 0; k--) {
      sum = (sum + DIGAMMA_FAR[k]) * square;
    }
    return Math.log(x) - 0.5 / x - sum;
  }
}
