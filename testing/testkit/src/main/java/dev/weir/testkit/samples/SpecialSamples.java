package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.of;
import static dev.weir.testkit.Values.random;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.MathValues.INF;
import static dev.weir.testkit.samples.MathValues.NAN;
import static dev.weir.testkit.samples.MathValues.cancelling;
import static dev.weir.testkit.samples.MathValues.real;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * Samples of special functions. Weir computes them in double precision to within a few units in the
 * last place; TensorFlow computes float32 in float32, and both with approximations that err by the
 * bounds given here.
 */
final class SpecialSamples {
  private SpecialSamples() {}

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    samples.addAll(errorFunctions());
    samples.addAll(gammaFunctions());
    samples.addAll(besselFunctions());
    samples.addAll(integrals());
    samples.addAll(zetaFunctions());
    samples.addAll(incompleteGammaFunctions());
    samples.addAll(gammaSamples());
    samples.addAll(incompleteBetaFunction());
    return samples;
  }

  private static List<OpSample> errorFunctions() {
    Values numbers =
        vector(-INF, -3, -1.25, -0.5, -1e-3, -0.0, 0, 1e-3, 0.75, 1, 2, 4, 8, INF, NAN);
    Values probabilities =
        vector(-0.5, 0, 1e-4, 0.01, 0.125, 0.25, 0.5, 0.625, 0.75, 0.96875, 1, 1.5, NAN);
    List<OpSample> samples = new ArrayList<>();
    samples.addAll(cancelling("Erf", 4, 0, numbers));
    samples.addAll(cancelling("Erf", 4, 0, random(3, -4, 4, 100)));
    samples.addAll(cancelling("Erf", 4, 0, vector(-1e20, 1e10, 1e20)));
    samples.addAll(cancelling("Erfc", 4, 0, vector(-1e20, 1e10, 1e20)));
    samples.addAll(cancelling("Spence", 8, 8, vector(1e10, 1e20, INF)));
    samples.addAll(cancelling("Expint", 8, 4, vector(INF)));
    samples.addAll(cancelling("Erfc", 4, 0, numbers));
    samples.addAll(cancelling("Erfc", 4, 0, random(4, -4, 8, 100)));
    samples.addAll(cancelling("Ndtri", 4, 0, probabilities));
    samples.addAll(cancelling("Ndtri", 4, 0, random(5, 0, 1, 100)));
    // TensorFlow asks for the quantile of (x + 1) / 2, which has lost digits of a small x
    samples.addAll(
        cancelling("Erfinv", 32, 4, vector(-1.5, -1, -0.75, -1e-3, 0, 0.25, 0.5, 0.96875, 1, NAN)));
    samples.addAll(cancelling("Erfinv", 32, 4, random(6, -1, 1, 100)));
    return samples;
  }

  private static List<OpSample> gammaFunctions() {
    Values numbers =
        vector(
            -INF, -7.25, -2.5, -2, -1, -0.5, -0.0, 0, 1e-3, 0.5, 1, 1.25, 2, 2.5, 10, 100, 10000,
            INF, NAN);
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("Lgamma", "Digamma")) {
      // near their zeros both cancel
      samples.addAll(cancelling(op, 16, 4, numbers));
      samples.addAll(cancelling(op, 16, 4, random(7, 0.01, 15, 100)));
      samples.addAll(cancelling(op, 16, 16, random(8, -5, 0, 50)));
    }
    return samples;
  }

  private static List<OpSample> besselFunctions() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("BesselI0", "BesselI0e", "BesselI1", "BesselI1e")) {
      samples.addAll(cancelling(op, 16, 0, vector(-50, -8, -2, -0.5, -0.0, 0, 0.5, 2, 8, 50, NAN)));
      samples.addAll(cancelling(op, 16, 0, random(9, -15, 15, 100)));
    }
    samples.add(real("BesselI0").named("infinite").input(vector(-INF, INF)).withoutGradient());
    samples.add(real("BesselI1").named("infinite").input(vector(-INF, INF)).withoutGradient());
    samples.add(real("BesselJ0").named("infinite").input(vector(-INF, INF)).withoutGradient());
    samples.add(real("BesselJ1").named("infinite").input(vector(-INF, INF)).withoutGradient());
    samples.add(real("BesselY0").named("infinite").input(vector(INF)).withoutGradient());
    samples.add(real("BesselY1").named("infinite").input(vector(INF)).withoutGradient());
    for (String op : List.of("BesselI0e", "BesselI1e")) {
      samples.add(real(op).named("infinite").input(vector(-INF, INF)));
    }
    for (String op : List.of("BesselK0", "BesselK0e", "BesselK1", "BesselK1e")) {
      samples.addAll(
          cancelling(op, 8, 0, vector(-INF, -2, -0.0, 0, 1e-3, 0.5, 2, 8, 50, INF, NAN)));
      samples.addAll(cancelling(op, 8, 0, random(10, 0.01, 15, 100)));
    }
    for (String op : List.of("BesselJ0", "BesselJ1")) {
      // they cancel near their zeros
      samples.addAll(cancelling(op, 4, 4, vector(-50, -8, -2, -0.5, -0.0, 0, 0.5, 2, 8, 50, NAN)));
      samples.addAll(cancelling(op, 4, 4, random(11, -20, 20, 100)));
    }
    for (String op : List.of("BesselY0", "BesselY1")) {
      samples.addAll(cancelling(op, 4, 8, vector(-INF, -2, 1e-3, 0.5, 2, 8, 50, NAN)));
      samples.addAll(cancelling(op, 4, 8, random(12, 0.05, 20, 100)));
      // TensorFlow's Y1 gives NaN for a zero that is no double
      samples.add(OpSample.of(op).named("zeros").types("T", DType.FLOAT64).input(vector(-0.0, 0)));
    }
    return samples;
  }

  private static List<OpSample> integrals() {
    Values numbers =
        vector(-INF, -6, -1.5, -0.5, -1e-3, -0.0, 0, 1e-3, 0.5, 1.5, 3, 6, 30, INF, NAN);
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("Dawsn", "FresnelCos", "FresnelSin")) {
      samples.addAll(cancelling(op, 16, 0, numbers));
      samples.addAll(cancelling(op, 16, 0, random(13, -10, 10, 100)));
    }
    samples.add(real("Expint").named("infinite").input(vector(INF)).withoutGradient());
    samples.add(real("Spence").named("infinite").input(vector(INF)).withoutGradient());
    // Expint and Spence cancel near their zeros
    samples.addAll(
        cancelling("Expint", 8, 4, vector(-INF, -1, -0.0, 0, 1e-3, 0.375, 0.5, 2, 30, NAN)));
    samples.addAll(cancelling("Expint", 8, 4, random(14, 0.01, 40, 100)));
    samples.addAll(
        cancelling("Spence", 8, 8, vector(-INF, -1, -0.0, 0, 1e-3, 0.5, 1, 1.5, 2, 30, NAN)));
    samples.addAll(cancelling("Spence", 8, 8, random(15, 0.01, 40, 100)));
    return samples;
  }

  private static List<OpSample> zetaFunctions() {
    List<OpSample> samples = new ArrayList<>();
    Values orders = of(Shape.of(9, 1), -1, 0, 1, 1.5, 2, 3, 4, 7, NAN);
    Values at = vector(-INF, -1, 0, 0.25, 1, 2, 4, 9, 30, INF, NAN);
    for (String op : List.of("Zeta", "Polygamma")) {
      samples.addAll(cancelling(op, 32, 4, orders, at));
      // terms on both sides of 0 cancel if the order is odd, and are multiplied by a factorial
      samples.addAll(cancelling(op, 32, 4096, orders, vector(-2.5, -1.5, -0.25)));
      samples.addAll(shapes(op));
    }
    return samples;
  }

  private static List<OpSample> incompleteGammaFunctions() {
    List<OpSample> samples = new ArrayList<>();
    Values parameters = of(Shape.of(10, 1), -1.5, -1, 0, 0.1, 0.5, 1, 2, 10, INF, NAN);
    Values at = vector(-1, 0, 0.1, 0.5, 1, 1.5, 2, 4, 9, 11, 30, 55, INF, NAN);
    for (String op : List.of("Igamma", "Igammac", "IgammaGradA")) {
      samples.addAll(cancelling(op, 64, 8, parameters, at));
      // TensorFlow subtracts large logarithms
      samples.addAll(cancelling(op, 1024, 0, of(Shape.of(2, 1), 50, 120), vector(40, 55, 110)));
      samples.addAll(shapes(op));
    }
    return samples;
  }

  private static List<OpSample> gammaSamples() {
    List<OpSample> samples = new ArrayList<>();
    Values parameters = of(Shape.of(7, 1), -1, 0, 0.1, 0.5, 1, 2, 10);
    Values at = vector(0, 0.1, 0.5, 1, 2, 5, 10, 30, NAN);
    samples.addAll(cancelling("RandomGammaGrad", 64, 0, parameters, at));
    // smaller samples are left out: there TensorFlow's float32 underflows to 0
    samples.addAll(cancelling("RandomGammaGrad", 64, 0, scalar(40), vector(25, 30, 45, 60)));
    samples.addAll(shapes("RandomGammaGrad"));
    return samples;
  }

  private static List<OpSample> incompleteBetaFunction() {
    List<OpSample> samples = new ArrayList<>();
    samples.addAll(
        cancelling(
            "Betainc",
            16,
            0,
            vector(0.5, 1, 2, 5, -1, 0, 2, 2, 2, 2, NAN, NAN, NAN, 1, 1),
            vector(2, 1, 0.5, 7, 1, 1, 3, 3, 3, NAN, 1, 1, 1, NAN, NAN),
            vector(0.1, 0.5, 0.9, 0.3, 0.5, 0.5, 0, 1, 1.5, 0.5, 0.5, 0, 1, 0, 1)));
    // TensorFlow subtracts large logarithms
    samples.addAll(
        cancelling("Betainc", 2048, 0, vector(30, 200), vector(20, 300), vector(0.6, 0.4)));
    samples.addAll(cancelling("Betainc", 8, 0, scalar(2), matrix(2, 2, 1, 2, 3, 4), scalar(0.25)));
    samples.addAll(cancelling("Betainc", 8, 0, scalar(2), scalar(3), scalar(0.25)));
    samples.add(
        OpSample.of("Betainc").named("empty").input(empty(0)).input(empty(0)).input(scalar(0.25)));
    samples.add(
        OpSample.of("Betainc")
            .named("different shapes")
            .input(vector(1, 2))
            .input(vector(1, 2, 3))
            .input(scalar(0.25))
            .refused("same shape"));
    return samples;
  }

  private static List<OpSample> shapes(String op) {
    return List.of(
        OpSample.of(op).named("empty").input(empty(0, 2)).input(vector(1, 2)),
        OpSample.of(op)
            .named("sizes that do not fit")
            .input(vector(1, 2, 3))
            .input(vector(1, 2))
            .refused("Incompatible shapes"));
  }
}
