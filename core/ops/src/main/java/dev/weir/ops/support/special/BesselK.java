package dev.weir.ops.support.special;

/**
 * Modified Bessel functions of the second kind; ∞ for 0 and, by convention, for negative numbers.
 */
public final class BesselK {
  /** {@code K₀(x) + ln(x/2) I₀(x)} for x² between 0 and 4. */
  private static final double[] K0_NEAR = {
    -0.2676636966169514,
    0.3442898999246285,
    0.0359799365153615,
    0.001264615411446926,
    2.286212103119452E-05,
    2.5347910790261494E-07,
    1.904516377220209E-09,
    1.0349695257633625E-11,
    4.2598161427910826E-14,
    1.3744654358807508E-16
  };

  /** {@code e^x √x K₀(x)} for 2/x between 0 and 1. */
  private static final double[] K0_FAR = {
    1.2201515410329777,
    -0.0314481013119645,
    0.0015698838857300533,
    -0.00012849549581627802,
    1.39498137188765E-05,
    -1.8317555227191195E-06,
    2.766813639445015E-07,
    -4.660489897687948E-08,
    8.574034017414225E-09,
    -1.6975345093890614E-09,
    3.5773972814003283E-10,
    -7.957489244477396E-11,
    1.8559491149549264E-11,
    -4.514597883374519E-12,
    1.1403405882073441E-12,
    -2.9800969231481784E-13,
    8.032890775068375E-14,
    -2.2275133267462965E-14,
    6.340076476276646E-15,
    -1.848593377920907E-15,
    5.5120559994043335E-16,
    -1.6782311257549006E-16,
    5.2103917776435543E-17,
    -1.6475805939842632E-17
  };

  /** {@code x (K₁(x) - ln(x/2) I₁(x))} for x² between 0 and 4. */
  private static final double[] K1_NEAR = {
    0.7626501136694739,
    -0.3531559607765449,
    -0.12261118082265715,
    -0.006975723859639864,
    -0.0001730288957513052,
    -2.4334061415659684E-06,
    -2.213387630734726E-08,
    -1.4114883926335278E-10,
    -6.666901694199329E-13,
    -2.427449850519366E-15,
    -7.023863479386288E-18
  };

  /** {@code e^x √x K₁(x)} for 2/x between 0 and 1. */
  private static final double[] K1_FAR = {
    1.3603130952422213,
    0.10392373657681724,
    -0.002857816859622779,
    0.00019521551847135162,
    -1.936197974166083E-05,
    2.406484947837217E-06,
    -3.5019606030878126E-07,
    5.7410841254500495E-08,
    -1.0345762465678097E-08,
    2.0150497551970347E-09,
    -4.1903547593419254E-10,
    9.218315187605315E-11,
    -2.129967838427791E-11,
    5.139639673482343E-12,
    -1.2891739609498229E-12,
    3.348419666052243E-13,
    -8.976705182010146E-14,
    2.4771544242195988E-14,
    -7.0198370892147685E-15,
    2.038703166239861E-15,
    -6.057047270643018E-16,
    1.8380935752430455E-16,
    -5.689462849193648E-17,
    1.7940510478863572E-17
  };

  private BesselK() {}

  /** {@code K₀(x)}. */
  public static double k0(double x) {
    return x <= 2 ? k0OfSmall(x) : Math.exp(-x) * k0OfLarge(x);
  }

  /** {@code e^x K₀(x)}. */
  public static double k0e(double x) {
    return x <= 2 ? Math.exp(Math.max(x, 0)) * k0OfSmall(x) : k0OfLarge(x);
  }

  /** {@code K₁(x)}. */
  public static double k1(double x) {
    return x <= 2 ? k1OfSmall(x) : Math.exp(-x) * k1OfLarge(x);
  }

  /** {@code e^x K₁(x)}. */
  public static double k1e(double x) {
    return x <= 2 ? Math.exp(Math.max(x, 0)) * k1OfSmall(x) : k1OfLarge(x);
  }

  private static double k0OfSmall(double x) {
    if (x <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    return Chebyshev.sum(K0_NEAR, x * x / 2 - 1) - Math.log(x / 2) * BesselI.i0(x);
  }

  private static double k0OfLarge(double x) {
    return Chebyshev.sum(K0_FAR, 4 / x - 1) / Math.sqrt(x);
  }

  private static double k1OfSmall(double x) {
    if (x <= 0) {
      return Double.POSITIVE_INFINITY;
    }
    return Math.log(x / 2) * BesselI.i1(x) + Chebyshev.sum(K1_NEAR, x * x / 2 - 1) / x;
  }

  private static double k1OfLarge(double x) {
    return Chebyshev.sum(K1_FAR, 4 / x - 1) / Math.sqrt(x);
  }
}
