package dev.weir.ops.math;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Methods of {@link MathOps}: special functions, element by element. */
abstract class SpecialMethods extends LogicMethods {
  SpecialMethods(Scope scope) {
    super(scope);
  }

  /** The error function, {@code 2/√π ∫ e^-t² dt} from 0 to x. */
  public Output erf(Operand x) {
    return op("Erf", x);
  }

  /** {@code 1 - erf x}, precise also where that is tiny. */
  public Output erfc(Operand x) {
    return op("Erfc", x);
  }

  /** The number whose error function is x. */
  public Output erfinv(Operand x) {
    return op("Erfinv", x);
  }

  /** The number below which a normally distributed one lies with probability x. */
  public Output ndtri(Operand x) {
    return op("Ndtri", x);
  }

  /** {@code ln |Γ(x)|}. */
  public Output lgamma(Operand x) {
    return op("Lgamma", x);
  }

  /** {@code Γ'(x) / Γ(x)}. */
  public Output digamma(Operand x) {
    return op("Digamma", x);
  }

  /** The derivative of order a of the digamma function at x, broadcasting. */
  public Output polygamma(Operand a, Operand x) {
    return op("Polygamma", a, x);
  }

  /** The Hurwitz zeta function, {@code Σ (q + k)^-x} over k from 0, broadcasting. */
  public Output zeta(Operand x, Operand q) {
    return op("Zeta", x, q);
  }

  /** The lower regularized incomplete gamma function, broadcasting. */
  public Output igamma(Operand a, Operand x) {
    return op("Igamma", a, x);
  }

  /** The upper regularized incomplete gamma function, broadcasting. */
  public Output igammac(Operand a, Operand x) {
    return op("Igammac", a, x);
  }

  /** The regularized incomplete beta function; each operand is a scalar or of one shape. */
  public Output betainc(Operand a, Operand b, Operand x) {
    return op("Betainc", a, b, x);
  }

  /** {@code I₀(x)}, the modified Bessel function of the first kind. */
  public Output besselI0(Operand x) {
    return op("BesselI0", x);
  }

  /** {@code e^-|x| I₀(x)}. */
  public Output besselI0e(Operand x) {
    return op("BesselI0e", x);
  }

  /** {@code I₁(x)}, the modified Bessel function of the first kind. */
  public Output besselI1(Operand x) {
    return op("BesselI1", x);
  }

  /** {@code e^-|x| I₁(x)}. */
  public Output besselI1e(Operand x) {
    return op("BesselI1e", x);
  }

  /** {@code K₀(x)}, the modified Bessel function of the second kind. */
  public Output besselK0(Operand x) {
    return op("BesselK0", x);
  }

  /** {@code e^x K₀(x)}. */
  public Output besselK0e(Operand x) {
    return op("BesselK0e", x);
  }

  /** {@code K₁(x)}, the modified Bessel function of the second kind. */
  public Output besselK1(Operand x) {
    return op("BesselK1", x);
  }

  /** {@code e^x K₁(x)}. */
  public Output besselK1e(Operand x) {
    return op("BesselK1e", x);
  }

  /** {@code J₀(x)}, the Bessel function of the first kind. */
  public Output besselJ0(Operand x) {
    return op("BesselJ0", x);
  }

  /** {@code J₁(x)}, the Bessel function of the first kind. */
  public Output besselJ1(Operand x) {
    return op("BesselJ1", x);
  }

  /** {@code Y₀(x)}, the Bessel function of the second kind. */
  public Output besselY0(Operand x) {
    return op("BesselY0", x);
  }

  /** {@code Y₁(x)}, the Bessel function of the second kind. */
  public Output besselY1(Operand x) {
    return op("BesselY1", x);
  }

  /** Dawson's integral, {@code e^-x² ∫ e^t² dt} from 0 to x. */
  public Output dawsn(Operand x) {
    return op("Dawsn", x);
  }

  /** The exponential integral Ei of positive numbers. */
  public Output expint(Operand x) {
    return op("Expint", x);
  }

  /** Fresnel's integral of {@code cos(πt²/2)} from 0 to x. */
  public Output fresnelCos(Operand x) {
    return op("FresnelCos", x);
  }

  /** Fresnel's integral of {@code sin(πt²/2)} from 0 to x. */
  public Output fresnelSin(Operand x) {
    return op("FresnelSin", x);
  }

  /** Spence's function, {@code Li₂(1 - x)}. */
  public Output spence(Operand x) {
    return op("Spence", x);
  }
}
