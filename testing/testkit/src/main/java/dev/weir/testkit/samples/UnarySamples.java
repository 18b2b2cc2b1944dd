package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.bools;
import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.MathValues.INF;
import static dev.weir.testkit.samples.MathValues.NAN;
import static dev.weir.testkit.samples.MathValues.complex;
import static dev.weir.testkit.samples.MathValues.complexNumbers;
import static dev.weir.testkit.samples.MathValues.edges;
import static dev.weir.testkit.samples.MathValues.extremes;
import static dev.weir.testkit.samples.MathValues.integer;
import static dev.weir.testkit.samples.MathValues.real;

import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Tolerance;
import java.util.ArrayList;
import java.util.List;

/** Samples of functions of one operand. */
final class UnarySamples {
  private static final List<String> EXACT =
      List.of("Abs", "Neg", "Sign", "Square", "Ceil", "Floor", "Round", "Rint");
  private static final List<String> SMOOTH =
      List.of(
          "Sqrt",
          "Rsqrt",
          "Reciprocal",
          "Inv",
          "Exp",
          "Expm1",
          "Log",
          "Log1p",
          "Sin",
          "Cos",
          "Tan",
          "Asin",
          "Acos",
          "Atan",
          "Sinh",
          "Cosh",
          "Tanh",
          "Asinh",
          "Acosh",
          "Atanh",
          "Sigmoid");
  private static final List<String> NOT_COMPLEX = List.of("Abs", "Ceil", "Floor", "Rint");
  private static final List<String> WITH_INTEGERS =
      // Round is left out: TensorFlow's kernel for integers gives 0 for all of them
      List.of("Abs", "Neg", "Sign", "Square");

  private UnarySamples() {}

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : EXACT) {
      samples.add(real(op).input(edges()).exact());
      samples.add(OpSample.of(op).named("empty").input(empty(0, 3)));
      samples.add(real(op).named("scalar").input(scalar(2)));
    }
    for (String op : SMOOTH) {
      samples.add(real(op).input(edges()));
      samples.add(OpSample.of(op).named("empty").input(empty(2, 0)));
      samples.add(OpSample.of(op).named("scalar").input(scalar(1)));
    }
    for (List<String> ops : List.of(EXACT, SMOOTH)) {
      for (String op : ops) {
        if (!NOT_COMPLEX.contains(op)) {
          samples.add(complex(op).input(complexNumbers()).within(complexTolerance(op)));
        }
      }
    }
    for (String op : WITH_INTEGERS) {
      samples.add(integer(op).input(extremes()));
    }
    samples.addAll(tests());
    return samples;
  }

  private static Tolerance complexTolerance(String op) {
    return switch (op) {
      case "Log1p" -> new Tolerance(2, 0, 5e-5); // TensorFlow loses digits near 0
      case "Sigmoid" -> Tolerance.ofUlps(8); // 1 + e^-z cancels near the poles
      default -> Tolerance.ofUlps(2);
    };
  }

  private static List<OpSample> tests() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("IsNan", "IsInf", "IsFinite")) {
      samples.add(OpSample.of(op).input(vector(-INF, -1, -0.0, 0, 1e-30, 60000, INF, NAN)));
      samples.add(OpSample.of(op).named("empty").input(empty(0)));
    }
    samples.add(OpSample.of("LogicalNot").input(bools(Shape.of(2), true, false)));
    for (String op : List.of("Invert", "PopulationCount")) {
      samples.add(integer(op).input(extremes()));
      samples.add(OpSample.of(op).named("empty").input(empty(0)));
    }
    return samples;
  }
}
