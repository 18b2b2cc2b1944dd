package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.empty;
import static dev.weir.testkit.Values.matrix;
import static dev.weir.testkit.Values.of;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.strings;
import static dev.weir.testkit.Values.vector;
import static dev.weir.testkit.samples.MathValues.INF;
import static dev.weir.testkit.samples.MathValues.NAN;
import static dev.weir.testkit.samples.MathValues.complex;
import static dev.weir.testkit.samples.MathValues.complexNumbers;
import static dev.weir.testkit.samples.MathValues.extremes;
import static dev.weir.testkit.samples.MathValues.integer;
import static dev.weir.testkit.samples.MathValues.otherComplexNumbers;
import static dev.weir.testkit.samples.MathValues.real;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import java.util.ArrayList;
import java.util.List;

/** Samples of comparisons. */
final class ComparisonSamples {
  private ComparisonSamples() {}

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual")) {
      samples.add(
          real(op)
              .input(of(Shape.of(6, 1), -INF, -0.0, 0, 1.5, INF, NAN))
              .input(vector(-INF, -0.0, 0, 1.5, INF, NAN)));
      samples.add(integer(op).input(extremes()).input(extremes()));
      samples.add(integer(op).named("with a scalar").input(extremes()).input(scalar(1)));
      samples.add(OpSample.of(op).named("empty").input(empty(0, 2)).input(matrix(1, 2, 1, 2)));
      samples.add(
          OpSample.of(op)
              .named("sizes that do not fit")
              .input(matrix(2, 3, 1, 2, 3, 4, 5, 6))
              .input(vector(1, 2))
              .refused("Incompatible shapes"));
    }
    samples.addAll(equality());
    samples.addAll(approximateEquality());
    return samples;
  }

  private static List<OpSample> equality() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("Equal", "NotEqual")) {
      samples.add(
          OpSample.of(op).named("all types").input(vector(0, 1, 2, 3)).input(vector(0, 2, 2, 1)));
      samples.add(complex(op).input(complexNumbers()).input(otherComplexNumbers()));
      samples.add(
          OpSample.of(op)
              .named("strings")
              .types("T", DType.STRING)
              .input(strings(Shape.of(3, 1), "", "a", "ab"))
              .input(strings(Shape.of(2), "a", "ab")));
      samples.add(
          OpSample.of(op)
              .named("shapes that differ are no error")
              .attr("incompatible_shape_error", false)
              .input(vector(1, 2))
              .input(vector(1, 2, 3)));
      samples.add(
          OpSample.of(op)
              .named("shapes that fit, leniently")
              .attr("incompatible_shape_error", false)
              .input(matrix(2, 2, 1, 2, 3, 4))
              .input(vector(1, 4)));
    }
    return samples;
  }

  private static List<OpSample> approximateEquality() {
    return List.of(
        OpSample.of("ApproximateEqual").input(vector(1, 2, 3)).input(vector(1, 3, 3)),
        real("ApproximateEqual")
            .input(vector(1, 1, 1, INF, NAN, 0, -1))
            .input(vector(1, 1.25, 1.75, INF, NAN, 0.25, -1.5))
            .attr("tolerance", 0.5f),
        integer("ApproximateEqual")
            .named("integers with a tolerance")
            .input(vector(5, 5, 5, 5))
            .input(vector(5, 6, 7, 8))
            .attr("tolerance", 2f),
        OpSample.of("ApproximateEqual")
            .named("different shapes")
            .input(vector(1, 2))
            .input(vector(1))
            .refused("same shape"));
  }
}
