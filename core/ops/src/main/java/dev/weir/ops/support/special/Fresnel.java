package dev.weir.ops.support.special;

/** Fresnel's integrals of {@code sin(πt²/2)} and {@code cos(πt²/2)}. */
public final class Fresnel {
  /** {@code C(x) / x} for x⁴ between 0 and 1.6⁴. */
  private static final double[] COSINE_NEAR = {
    0.5282931311708557,
    -0.37676220250161824,
    0.08537377549656906,
    -0.009010259972062552,
    0.0005393127720408215,
    -2.075044934605623E-05,
    5.564687021283882E-07,
    -1.0999812843114444E-08,
    1.6696510396208076E-10,
    -2.00773053966069E-12,
    1.9601599749420958E-14,
    -1.5849094421108914E-16
  };

  /** {@code S(x) / x³} for x⁴ between 0 and 1.6⁴. */
  private static final double[] SINE_NEAR = {
    0.3142743195347836,
    -0.18188587850106117,
    0.025424557742876257,
    -0.0019214582098450639,
    8.966525954745101E-05,
    -2.830802868181572E-06,
    6.442546962604405E-08,
    -1.1068235106036057E-09,
    1.4862338485609142E-11,
    -1.6028109554824476E-13,
    1.4188008517448966E-15,
    -1.0494270345038239E-17
  };

  /** {@code πx f(x)} for 1/x² between 0 and 1/1.6². */
  private static final double[] F = {
    0.9863363201440892,
    -0.017434711935667774,
    -0.0032843323295990833,
    0.00047917600017883833,
    -1.8619619802379467E-05,
    -8.150918540032402E-06,
    2.587726789013415E-06,
    -3.9252934992232015E-07,
    -2.1512431919364245E-09,
    2.2836876754584742E-08,
    -8.499726763291014E-09,
    1.842151876873228E-09,
    -1.409508168172263E-10,
    -8.882961905190672E-11,
    5.4765892555348864E-11,
    -1.8743019440517345E-11,
    4.1638179593038524E-12,
    -2.414655884484344E-13,
    -3.278027409579456E-13,
    2.1341331333863226E-13,
    -8.459062549380565E-14,
    2.372763092932497E-14,
    -3.5165353565159447E-15,
    -9.832591170808696E-16,
    1.109818366941122E-15,
    -5.789936116299722E-16,
    2.1963730743766773E-16,
    -6.04797000483546E-17,
    7.461229517890053E-18
  };

  /** {@code π²x³ g(x)} for 1/x² between 0 and 1/1.6². */
  private static final double[] G = {
    0.9409999566964287,
    -0.07323801495965342,
    -0.011080882163852846,
    0.0029448994832483783,
    -0.00027899517938683355,
    -3.806033430512676E-05,
    2.31347749560821E-05,
    -5.402791752102135E-06,
    5.174171446117134E-07,
    1.6576137404669198E-07,
    -1.0664447578788885E-07,
    3.316459682688467E-08,
    -5.963027554403364E-09,
    -2.1851665767503924E-10,
    7.012039577320227E-10,
    -3.434593625980914E-10,
    1.0849588331952686E-10,
    -2.094174491870192E-11,
    -1.0173533894786215E-12,
    3.215055432435972E-12,
    -1.8090293935122656E-12,
    6.863533836314422E-13,
    -1.8272372599934587E-13,
    1.9767025312510778E-14,
    1.3818740569078911E-14,
    -1.2191672441167435E-14,
    6.1354990726400924E-15,
    -2.2998541189935035E-15,
    6.161617601820468E-16,
    -5.70326611521397E-17,
    -6.290220430565658E-17,
    5.55920848375344E-17,
    -2.993893252252748E-17,
    1.2399718086135742E-17
  };

  private static final double NEAR = 1.6;
  private static final double NEAR_4 = 6.5536;

  private Fresnel() {}

  /** {@code C(x) = ∫ cos(πt²/2) dt} from 0 to x. */
  public static double cosine(double x) {
    double size = Math.abs(x);
    if (size <= NEAR) {
      return x * Chebyshev.sum(COSINE_NEAR, nearPosition(x));
    }
    if (Double.isInfinite(x)) {
      return Math.copySign(0.5, x);
    }
    double angle = angle(size);
    return Math.copySign(0.5 + f(size) * Math.sin(angle) - g(size) * Math.cos(angle), x);
  }

  /** {@code S(x) = ∫ sin(πt²/2) dt} from 0 to x. */
  public static double sine(double x) {
    double size = Math.abs(x);
    if (size <= NEAR) {
      return x * x * x * Chebyshev.sum(SINE_NEAR, nearPosition(x));
    }
    if (Double.isInfinite(x)) {
      return Math.copySign(0.5, x);
    }
    double angle = angle(size);
    return Math.copySign(0.5 - f(size) * Math.cos(angle) - g(size) * Math.sin(angle), x);
  }

  private static double nearPosition(double x) {
    double square = x * x;
    return 2 * square * square / NEAR_4 - 1;
  }

  private static double f(double x) {
    return Chebyshev.sum(F, farPosition(x)) / (Math.PI * x);
  }

  private static double g(double x) {
    double scale = Math.PI * x;
    return Chebyshev.sum(G, farPosition(x)) / (scale * scale * x);
  }

  private static double farPosition(double x) {
    double ratio = NEAR / x;
    return 2 * ratio * ratio - 1;
  }

  /** {@code πx²/2} less whole turns: the square in two parts, each of them less multiples of 4. */
  private static double angle(double x) {
    double square = x * x;
    double error = Math.fma(x, x, -square);
    return Math.PI / 2 * (square % 4 + error % 4);
  }
}
