package dev.weir.ops.math;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: special functions, element by element. */
public final class SpecialOps {
  private final Scope scope;

  public SpecialOps(Scope scope) {
    this.scope = scope;
  }

  /** The error function, {@code 2/√π ∫ e^-t² dt} from 0 to x. */
  public Output erf(Operand x) {
    return scope.node("Erf").input(x).build().output(0);
  }

  /** {@code 1 - erf x}, precise also where that is tiny. */
  public Output erfc(Operand x) {
    return scope.node("Erfc").input(x).build().output(0);
  }

  /** The number whose error function is x. */
  public Output erfinv(Operand x) {
    return scope.node("Erfinv").input(x).build().output(0);
  }

  /** The number below which a normally distributed one lies with probability x. */
  public Output ndtri(Operand x) {
    return scope.node("Ndtri").input(x).build().output(0);
  }

  /** {@code ln |Γ(x)|}. */
  public Output lgamma(Operand x) {
    return scope.node("Lgamma").input(x).build().output(0);
  }

  /** {@code Γ'(x) / Γ(x)}. */
  public Output digamma(Operand x) {
    return scope.node("Digamma").input(x).build().output(0);
  }

  /** The derivative of order a of the digamma function at x, broadcasting. */
  public Output polygamma(Operand a, Operand x) {
    return scope.node("Polygamma").input(a).input(x).build().output(0);
  }

  /** The Hurwitz zeta function, {@code Σ (q + k)^-x} over k from 0, broadcasting. */
  public Output zeta(Operand x, Operand q) {
    return scope.node("Zeta").input(x).input(q).build().output(0);
  }

  /** The lower regularized incomplete gamma function, broadcasting. */
  public Output igamma(Operand a, Operand x) {
    return scope.node("Igamma").input(a).input(x).build().output(0);
  }

  /** The upper regularized incomplete gamma function, broadcasting. */
  public Output igammac(Operand a, Operand x) {
    return scope.node("Igammac").input(a).input(x).build().output(0);
  }

  /** The derivative of {@link #igamma} with respect to a, broadcasting. */
  public Output igammaGradA(Operand a, Operand x) {
    return scope.node("IgammaGradA").input(a).input(x).build().output(0);
  }

  /**
   * The derivative of a gamma-distributed sample with respect to the parameter of its distribution,
   * broadcasting.
   */
  public Output randomGammaGrad(Operand alpha, Operand sample) {
    return scope.node("RandomGammaGrad").input(alpha).input(sample).build().output(0);
  }

  /** The regularized incomplete beta function; each operand is a scalar or of one shape. */
  public Output betainc(Operand a, Operand b, Operand x) {
    return scope.node("Betainc").input(a).input(b).input(x).build().output(0);
  }

  /** {@code I₀(x)}, the modified Bessel function of the first kind. */
  public Output besselI0(Operand x) {
    return scope.node("BesselI0").input(x).build().output(0);
  }

  /** {@code e^-|x| I₀(x)}. */
  public Output besselI0e(Operand x) {
    return scope.node("BesselI0e").input(x).build().output(0);
  }

  /** {@code I₁(x)}, the modified Bessel function of the first kind. */
  public Output besselI1(Operand x) {
    return scope.node("BesselI1").input(x).build().output(0);
  }

  /** {@code e^-|x| I₁(x)}. */
  public Output besselI1e(Operand x) {
    return scope.node("BesselI1e").input(x).build().output(0);
  }

  /** {@code K₀(x)}, the modified Bessel function of the second kind. */
  public Output besselK0(Operand x) {
    return scope.node("BesselK0").input(x).build().output(0);
  }

  /** {@code e^x K₀(x)}. */
  public Output besselK0e(Operand x) {
    return scope.node("BesselK0e").input(x).build().output(0);
  }

  /** {@code K₁(x)}, the modified Bessel function of the second kind. */
  public Output besselK1(Operand x) {
    return scope.node("BesselK1").input(x).build().output(0);
  }

  /** {@code e^x K₁(x)}. */
  public Output besselK1e(Operand x) {
    return scope.node("BesselK1e").input(x).build().output(0);
  }

  /** {@code J₀(x)}, the Bessel function of the first kind. */
  public Output besselJ0(Operand x) {
    return scope.node("BesselJ0").input(x).build().output(0);
  }

  /** {@code J₁(x)}, the Bessel function of the first kind. */
  public Output besselJ1(Operand x) {
    return scope.node("BesselJ1").input(x).build().output(0);
  }

  /** {@code Y₀(x)}, the Bessel function of the second kind. */
  public Output besselY0(Operand x) {
    return scope.node("BesselY0").input(x).build().output(0);
  }

  /** {@code Y₁(x)}, the Bessel function of the second kind. */
  public Output besselY1(Operand x) {
    return scope.node("BesselY1").input(x).build().output(0);
  }

  /** Dawson's integral, {@code e^-x² ∫ e^t² dt} from 0 to x. */
  public Output dawsn(Operand x) {
    return scope.node("Dawsn").input(x).build().output(0);
  }

  /** The exponential integral Ei of positive numbers. */
  public Output expint(Operand x) {
    return scope.node("Expint").input(x).build().output(0);
  }

  /** Fresnel's integral of {@code cos(πt²/2)} from 0 to x. */
  public Output fresnelCos(Operand x) {
    return scope.node("FresnelCos").input(x).build().output(0);
  }

  /** Fresnel's integral of {@code sin(πt²/2)} from 0 to x. */
  public Output fresnelSin(Operand x) {
    return scope.node("FresnelSin").input(x).build().output(0);
  }

  /** Spence's function, {@code Li₂(1 - x)}. */
  public Output spence(Operand x) {
    return scope.node("Spence").input(x).build().output(0);
  }
}
