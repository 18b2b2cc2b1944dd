package dev.weir.ops.support.special;

/** Bessel functions of the first and the second kind. */
public final class BesselJ {
  /** {@code J₀(x) / (x² - z²)} for x² between 0 and 25 and the first zero z. */
  private static final double[] J0_NEAR = {
    -0.07405174056387834,
    0.07995724165008089,
    -0.01689860151045831,
    0.0018734993201736279,
    -0.00012786334214099545,
    5.919230226082256E-06,
    -1.9827937012047592E-07,
    5.032513126170568E-09,
    -1.0017563061986844E-10,
    1.606362191368658E-12,
    -2.119981793307844E-14,
    2.3433615705472256E-16,
    -2.2014527429358544E-18
  };

  /** {@code J₁(x) / x(x² - z²)} for x² between 0 and 25 and the first zero z. */
  private static final double[] J1_NEAR = {
    -0.018028415801166292,
    0.013661487082063361,
    -0.0021632651559238044,
    0.0001909490103660189,
    -1.0816174736957452E-05,
    4.278886056259686E-07,
    -1.251337564352681E-08,
    2.8183488843903415E-10,
    -5.042568567278396E-12,
    7.34347631506432E-14,
    -8.876744102278278E-16,
    9.051454724528835E-18
  };

  /** {@code Y₀(x) - 2/π ln(x) J₀(x)} for x² between 0 and 25. */
  private static final double[] Y0_NEAR = {
    0.20605257634092228,
    -0.13017522381095709,
    -0.291894720865317,
    0.10268287966073635,
    -0.014279159901781987,
    0.0011164629864165486,
    -5.677525113380376E-05,
    2.0406703657627165E-06,
    -5.476431029755533E-08,
    1.141220652090372E-09,
    -1.9021689490013906E-11,
    2.5954970583106197E-13,
    -2.9540707750193604E-15,
    2.848154182311252E-17
  };

  /** {@code (Y₁(x) - 2/π (ln(x) J₁(x) - 1/x)) / x} for x² between 0 and 25. */
  private static final double[] Y1_NEAR = {
    0.0531074450560213,
    0.14189450894667655,
    -0.08834328868289824,
    0.017111109934210778,
    -0.0017057852565133666,
    0.000105257530278434,
    -4.44507526565354E-06,
    1.3699277670028168E-07,
    -3.222883768023259E-09,
    5.984534092223177E-11,
    -9.000965667133812E-13,
    1.1194186560306676E-14,
    -1.1707921590181557E-16,
    1.0444110354608508E-18
  };

  /** How much of the cosine there is in {@code J₀}, for (5/x)² between 0 and 1. */
  private static final double[] P0 = {
    0.9986523398776954,
    -0.00132937162125028,
    1.761305551290559E-05,
    -6.319367118733069E-07,
    3.948825587093808E-08,
    -3.5409678948019087E-09,
    4.103246366872386E-10,
    -5.765747662655223E-11,
    9.423105578391987E-12,
    -1.7401405706283885E-12,
    3.5557750052411783E-13,
    -7.914641501338115E-14,
    1.8959456362961828E-14,
    -4.841483019175697E-15,
    1.3078555195901338E-15,
    -3.714050821413154E-16,
    1.103023177871277E-16,
    -3.410936210498114E-17,
    1.0942187869810236E-17
  };

  /** How much of the sine there is in {@code J₀}, times x/5. */
  private static final double[] Q0 = {
    -0.024729405164334986,
    0.00026380388099845215,
    -6.43759824253235E-06,
    3.247418641128558E-07,
    -2.548657948406561E-08,
    2.7026065526268818E-09,
    -3.5701518102394104E-10,
    5.5817142695807205E-11,
    -9.977816055305666E-12,
    1.990142733561329E-12,
    -4.3502412086017667E-13,
    1.0280254324855211E-13,
    -2.5986485312118355E-14,
    6.967527155377957E-15,
    -1.9680115145087463E-15,
    5.8230549837184E-16,
    -1.7964302342606689E-16,
    5.755537813115849E-17,
    -1.9085810023462685E-17,
    6.5316323887296735E-18,
    -2.301036357065232E-18,
    8.32640853075718E-19,
    -3.0887382878007324E-19
  };

  /** How much of the cosine there is in {@code J₁}, for (5/x)² between 0 and 1. */
  private static final double[] P1 = {
    1.00226762068534,
    0.0022437352958079985,
    -2.3071018862548286E-05,
    7.639181732533905E-07,
    -4.589685232343401E-08,
    4.020515478419001E-09,
    -4.586773977170972E-10,
    6.373158962859246E-11,
    -1.0327344567640412E-11,
    1.8943274995111034E-12,
    -3.849703387824105E-13,
    8.529914525779044E-14,
    -2.03544697865723E-14,
    5.180421738900549E-15,
    -1.3953502148258493E-15,
    3.9523601713314257E-16,
    -1.171117080126803E-16,
    3.614078564738109E-17,
    -1.1572356053251518E-17
  };

  /** How much of the sine there is in {@code J₁}, times x/5. */
  private static final double[] Q1 = {
    0.07461746924293727,
    -0.00037410379362102955,
    8.01139890409206E-06,
    -3.828805678171264E-07,
    2.917633021484398E-08,
    -3.036679728934633E-09,
    3.9598445211790335E-10,
    -6.131962898875392E-11,
    1.0880467184119506E-11,
    -2.1573304385076937E-12,
    4.692705663517787E-13,
    -1.1044093713083652E-13,
    2.781945696278766E-14,
    -7.436303350432923E-15,
    2.0948126235658333E-15,
    -6.183568405835825E-16,
    1.9036103662163E-16,
    -6.087290133410104E-17,
    2.0150975159994986E-17,
    -6.885261323962649E-18,
    2.4221007940443373E-18,
    -8.752777804856654E-19
  };

  /** The first zeros: what a double can hold of them, and the rest. */
  private static final double ZERO_0_HEAD = 2.404825557695773;

  private static final double ZERO_0_TAIL = -1.176691651530894E-16;
  private static final double ZERO_1_HEAD = 3.8317059702075125;
  private static final double ZERO_1_TAIL = -1.5269184090088067E-16;
  private static final double TWO_BY_PI = 2 / Math.PI;

  private BesselJ() {}

  /** {@code J₀(x)}. */
  public static double j0(double x) {
    double size = Math.abs(x);
    if (size > 5) {
      return waves(size, P0, Q0, Math.cos(size) + Math.sin(size), Math.sin(size) - Math.cos(size));
    }
    double fromZero = ((size - ZERO_0_HEAD) - ZERO_0_TAIL) * (size + ZERO_0_HEAD);
    return fromZero * Chebyshev.sum(J0_NEAR, 2 * size * size / 25 - 1);
  }

  /** {@code J₁(x)}. */
  public static double j1(double x) {
    double size = Math.abs(x);
    if (size > 5) {
      double sine = Math.sin(size);
      double cosine = Math.cos(size);
      return Math.signum(x) * waves(size, P1, Q1, sine - cosine, -sine - cosine);
    }
    double fromZero = ((size - ZERO_1_HEAD) - ZERO_1_TAIL) * (size + ZERO_1_HEAD);
    return x * fromZero * Chebyshev.sum(J1_NEAR, 2 * size * size / 25 - 1);
  }

  /** {@code Y₀(x)}; -∞ for 0 and, by convention, for negative numbers. */
  public static double y0(double x) {
    if (x <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    if (x > 5) {
      return waves(x, P0, Q0, Math.sin(x) - Math.cos(x), -Math.sin(x) - Math.cos(x));
    }
    return TWO_BY_PI * Math.log(x) * j0(x) + Chebyshev.sum(Y0_NEAR, 2 * x * x / 25 - 1);
  }

  /** {@code Y₁(x)}; -∞ for 0 and, by convention, for negative numbers. */
  public static double y1(double x) {
    if (x <= 0) {
      return Double.NEGATIVE_INFINITY;
    }
    if (x > 5) {
      return waves(x, P1, Q1, -Math.sin(x) - Math.cos(x), Math.cos(x) - Math.sin(x));
    }
    double smooth = x * Chebyshev.sum(Y1_NEAR, 2 * x * x / 25 - 1);
    return TWO_BY_PI * (Math.log(x) * j1(x) - 1 / x) + smooth;
  }

  /**
   * {@code √(2/πx) (P cos χ - Q sin χ)}, given cosine and sine of the phase times √2; NaN for ∞.
   */
  private static double waves(double x, double[] p, double[] q, double cosine, double sine) {
    double w = 5 / x;
    double t = 2 * w * w - 1;
    double sum = Chebyshev.sum(p, t) * cosine - w * Chebyshev.sum(q, t) * sine;
    return sum / Math.sqrt(Math.PI * x);
  }
}
