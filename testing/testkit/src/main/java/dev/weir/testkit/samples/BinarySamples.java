package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.bools;
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
import static dev.weir.testkit.samples.MathValues.integer;
import static dev.weir.testkit.samples.MathValues.otherComplexNumbers;
import static dev.weir.testkit.samples.MathValues.real;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;

/** Samples of functions of two operands. */
final class BinarySamples {
  private static final List<String> ARITHMETIC =
      List.of(
          "Add",
          "AddV2",
          "Sub",
          "Mul",
          "MulNoNan",
          "Div",
          "DivNoNan",
          "RealDiv",
          "FloorDiv",
          "FloorMod",
          "TruncateDiv",
          "TruncateMod",
          "Mod",
          "Maximum",
          "Minimum",
          "SquaredDifference");
  private static final List<String> SMOOTH = List.of("Pow", "Atan2", "Xlogy", "Xlog1py", "Xdivy");
  private static final List<String> COMPLEX =
      List.of(
          "Add",
          "AddV2",
          "Sub",
          "Mul",
          "MulNoNan",
          "Div",
          "DivNoNan",
          "RealDiv",
          "SquaredDifference",
          "Pow",
          "Xlogy",
          "Xlog1py",
          "Xdivy");
  private static final List<String> WITH_INTEGERS =
      List.of("Add", "AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference");
  private static final List<String> DIVIDING =
      List.of("Div", "FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod", "Mod");
  private static final List<String> BITWISE =
      List.of("BitwiseAnd", "BitwiseOr", "BitwiseXor", "LeftShift", "RightShift");

  private BinarySamples() {}

  /** Each of these with each of {@link #divisors}. */
  private static Values dividends() {
    return of(Shape.of(11, 1), -INF, -7.5, -1, -0.3, -0.0, 0, 0.3, 1, 8, INF, NAN);
  }

  private static Values divisors() {
    return vector(-INF, -2.5, -1, -0.1, -0.0, 0, 0.1, 1, 3, INF, NAN);
  }

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : ARITHMETIC) {
      samples.add(real(op).input(dividends()).input(divisors()).exact());
    }
    for (String op : SMOOTH) {
      samples.add(real(op).input(dividends()).input(divisors()));
    }
    for (List<String> ops : List.of(ARITHMETIC, SMOOTH)) {
      ops.forEach(op -> shapes(op).forEach(sample -> samples.add(sample.ulps(4))));
    }
    for (String op : COMPLEX) {
      // a power is the exponential of a product, whose errors it magnifies
      int ulps = op.equals("Pow") ? 8 : 2;
      samples.add(complex(op).input(complexNumbers()).input(otherComplexNumbers()).ulps(ulps));
    }
    samples.addAll(integers());
    samples.addAll(bits());
    samples.addAll(logic());
    samples.add(
        OpSample.of("Add")
            .named("strings")
            .types("T", DType.STRING)
            .input(strings(Shape.of(2, 1), "a", "Grüße "))
            .input(strings(Shape.of(3), "", "b", "welt")));
    samples.add(
        OpSample.of("NextAfter")
            .input(of(Shape.of(8, 1), -INF, -1, -0.0, 0, 1e-300, 1, 3.5, NAN))
            .input(vector(-INF, -1, 0, 1, 2, INF, NAN))
            .exact());
    return samples;
  }

  /** How shapes are broadcast, in all types, and which are refused. */
  private static List<OpSample> shapes(String op) {
    return List.of(
        OpSample.of(op)
            .named("row and matrix")
            .input(matrix(2, 3, 1, 2, 3, 4, 5, 6))
            .input(vector(3, 2, 1)),
        OpSample.of(op)
            .named("scalar and tensor")
            .input(scalar(3))
            .input(of(Shape.of(1, 2, 2), 1, 2, 3, 4)),
        OpSample.of(op)
            .named("both stretch")
            .input(of(Shape.of(2, 1, 2), 1, 2, 3, 4))
            .input(of(Shape.of(3, 1), 1, 2, 3)),
        OpSample.of(op).named("empty").input(empty(0, 3)).input(vector(1, 2, 3)),
        OpSample.of(op).named("empty and one").input(empty(2, 0)).input(matrix(1, 1, 1)),
        OpSample.of(op)
            .named("sizes that do not fit")
            .input(matrix(2, 3, 1, 2, 3, 4, 5, 6))
            .input(vector(1, 2))
            .refused("Incompatible shapes"));
  }

  private static List<OpSample> integers() {
    List<OpSample> samples = new ArrayList<>();
    Values column = column(MathValues.extremes());
    Values row = MathValues.extremes();
    Values nonZero = dtype -> MathValues.integers(dtype, -3, -1, 1, 2, 7, 100);
    for (String op : WITH_INTEGERS) {
      samples.add(integer(op).input(column).input(row));
    }
    for (String op : DIVIDING) {
      samples.add(integer(op).input(column).input(nonZero));
      samples.add(
          integer(op)
              .named("by zero")
              .input(vector(1, 2))
              .input(vector(1, 0))
              .refused("Integer division by zero"));
    }
    samples.add(
        integer("Pow").input(column).input(dtype -> MathValues.integers(dtype, 0, 1, 2, 3, 31)));
    samples.add(
        integer("Pow")
            .named("negative exponent")
            .input(vector(2))
            .input(vector(-1))
            .refused("negative integer powers"));
    return samples;
  }

  private static List<OpSample> bits() {
    List<OpSample> samples = new ArrayList<>();
    Values column = column(MathValues.extremes());
    for (String op : BITWISE) {
      samples.add(integer(op).input(column).input(dtype -> shiftsAndMasks(dtype)));
      samples.addAll(shapes(op));
    }
    return samples;
  }

  private static dev.weir.tensor.Tensor shiftsAndMasks(DType dtype) {
    return MathValues.integers(dtype, -1, 0, 1, 3, 8 * dtype.byteSize() - 1, 100);
  }

  private static List<OpSample> logic() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : List.of("LogicalAnd", "LogicalOr")) {
      samples.add(
          OpSample.of(op)
              .input(bools(Shape.of(2, 1), true, false))
              .input(bools(Shape.of(2), true, false)));
      samples.add(
          OpSample.of(op)
              .named("sizes that do not fit")
              .input(bools(Shape.of(3), true, false, true))
              .input(bools(Shape.of(2), true, false))
              .refused("Incompatible shapes"));
    }
    return samples;
  }

  /** A row of numbers as a column. */
  private static Values column(Values row) {
    return dtype -> {
      dev.weir.tensor.Tensor tensor = row.as(dtype);
      return tensor.reshaped(Shape.of(tensor.elements(), 1));
    };
  }
}
