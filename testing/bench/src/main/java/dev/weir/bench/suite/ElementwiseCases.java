package dev.weir.bench.suite;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ops that work element by element, in the types they have. */
final class ElementwiseCases {
  private static final int M = 1 << 20;

  /** For functions that take a microsecond per element. */
  private static final int FEWER = 1 << 17;

  private static final List<DType> REALS =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16);
  private static final List<DType> WIDE = List.of(DType.FLOAT32, DType.FLOAT64);
  private static final List<DType> WHOLE =
      List.of(
          DType.INT8,
          DType.INT16,
          DType.INT32,
          DType.INT64,
          DType.UINT8,
          DType.UINT16,
          DType.UINT32,
          DType.UINT64);
  private static final List<DType> COMPLEX = List.of(DType.COMPLEX64, DType.COMPLEX128);

  /** Makes an operand of a type. */
  private interface Operand {
    Output of(OpGraph graph, DType dtype);
  }

  private static final Operand ANY = (g, dtype) -> g.between(dtype, -3, 3, M);
  private static final Operand POSITIVE = (g, dtype) -> g.between(dtype, 0.1, 3.1, M);
  private static final Operand FEW_POSITIVE = (g, dtype) -> g.between(dtype, 0.1, 3.1, FEWER);
  private static final Operand UNIT = (g, dtype) -> g.between(dtype, 0.01, 0.99, M);
  private static final Operand FEW_UNIT = (g, dtype) -> g.between(dtype, 0.01, 0.99, FEWER);
  private static final Operand ABOVE_ONE = (g, dtype) -> g.between(dtype, 1.01, 4, M);
  private static final Operand FEW_ABOVE_ONE = (g, dtype) -> g.between(dtype, 1.1, 4, FEWER);
  private static final Operand SMALL_WHOLE = (g, dtype) -> g.between(dtype, 1, 8, M);
  private static final Operand LARGER_WHOLE = (g, dtype) -> g.between(dtype, 1, 101, M);
  private static final Operand PAIRS = (g, dtype) -> g.numbers(dtype, M);

  private final Map<String, OpCases.Build> all;

  private ElementwiseCases(Map<String, OpCases.Build> all) {
    this.all = all;
  }

  static void addTo(Map<String, OpCases.Build> all) {
    ElementwiseCases cases = new ElementwiseCases(all);
    cases.realFunctions();
    cases.specialFunctions();
    cases.realPairs();
    cases.integers();
    cases.comparisons();
    cases.complexNumbers();
    cases.sums();
  }

  private void unary(List<DType> dtypes, Operand x, String... ops) {
    for (String op : ops) {
      for (DType dtype : dtypes) {
        all.put(name(op, dtype), g -> g.op(op, x.of(g, dtype)).build());
      }
    }
  }

  private void binary(List<DType> dtypes, Operand x, Operand y, String... ops) {
    for (String op : ops) {
      for (DType dtype : dtypes) {
        all.put(name(op, dtype), g -> g.op(op, x.of(g, dtype), y.of(g, dtype)).build());
      }
    }
  }

  private static String name(String op, DType dtype) {
    return dtype == DType.FLOAT32 ? op : op + "/" + dtype;
  }

  private void realFunctions() {
    unary(REALS, ANY, "Abs", "Neg", "Square", "Sign", "Floor", "Ceil", "Round", "Rint");
    unary(REALS, ANY, "Exp", "Expm1", "Tanh", "Sigmoid", "Softplus", "Softsign");
    unary(REALS, ANY, "Elu", "Selu", "LeakyRelu", "Relu", "Relu6");
    unary(REALS, ANY, "Sin", "Cos", "Tan", "Atan", "Sinh", "Cosh", "Asinh");
    unary(REALS, UNIT, "Asin", "Acos", "Atanh");
    unary(REALS, ABOVE_ONE, "Acosh");
    unary(REALS, POSITIVE, "Log", "Log1p", "Sqrt", "Rsqrt", "Reciprocal", "Inv");
    unary(REALS, ANY, "IsFinite", "IsInf", "IsNan");
    Operand large = (g, dtype) -> g.between(dtype, -1e6, 1e6, M);
    for (DType dtype : WIDE) {
      all.put(name("Sin", dtype) + "/large", g -> g.op("Sin", large.of(g, dtype)).build());
    }
  }

  private void specialFunctions() {
    unary(WIDE, ANY, "Erf", "Erfc", "Dawsn", "BesselI0e", "BesselI1e");
    unary(WIDE, ANY, "BesselI0", "BesselI1", "BesselJ0", "BesselJ1", "FresnelCos", "FresnelSin");
    unary(WIDE, POSITIVE, "BesselK0", "BesselK0e", "BesselK1", "BesselK1e", "BesselY0");
    unary(WIDE, POSITIVE, "BesselY1", "Expint", "Spence", "Lgamma", "Digamma");
    unary(WIDE, UNIT, "Erfinv", "Ndtri");
    unary(List.of(DType.FLOAT16), UNIT, "Erf", "Lgamma", "Digamma", "Ndtri");
    binary(WIDE, FEW_POSITIVE, FEW_POSITIVE, "Igamma", "Igammac", "IgammaGradA");
    binary(WIDE, FEW_POSITIVE, FEW_POSITIVE, "RandomGammaGrad");
    binary(WIDE, FEW_ABOVE_ONE, FEW_POSITIVE, "Zeta");
    Operand order = (g, dtype) -> g.op("Round", g.between(dtype, 1, 4, FEWER)).build().output(0);
    binary(WIDE, order, FEW_POSITIVE, "Polygamma");
    for (DType dtype : WIDE) {
      all.put(
          name("Betainc", dtype),
          g ->
              g.op(
                      "Betainc",
                      FEW_POSITIVE.of(g, dtype),
                      FEW_POSITIVE.of(g, dtype),
                      FEW_UNIT.of(g, dtype))
                  .build());
    }
  }

  private void realPairs() {
    binary(
        REALS, ANY, ANY, "Add", "AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference");
    binary(REALS, ANY, POSITIVE, "RealDiv", "Div", "DivNoNan", "MulNoNan", "Xdivy", "Xlogy");
    binary(REALS, ANY, POSITIVE, "Xlog1py", "FloorDiv", "TruncateDiv", "FloorMod", "Mod");
    binary(REALS, ANY, POSITIVE, "TruncateMod", "Atan2");
    binary(REALS, POSITIVE, POSITIVE, "Pow");
    binary(WIDE, ANY, ANY, "NextAfter");
    binary(REALS, ANY, ANY, "ReluGrad", "Relu6Grad", "LeakyReluGrad", "EluGrad", "SeluGrad");
    binary(REALS, ANY, ANY, "SoftplusGrad", "SoftsignGrad", "TanhGrad", "SigmoidGrad");
    binary(REALS, POSITIVE, ANY, "SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad");
    for (DType dtype : List.of(DType.FLOAT64, DType.BFLOAT16, DType.INT32, DType.UINT8)) {
      Operand t = dtype.isFloating() ? ANY : LARGER_WHOLE;
      all.put(
          name("ClipByValue", dtype),
          g -> g.op("ClipByValue", t.of(g, dtype), limit(g, 1, dtype), limit(g, 2, dtype)).build());
    }
  }

  private static Output limit(OpGraph g, int value, DType dtype) {
    return g.op("Cast", g.ops().constant(value)).attr("DstT", dtype).build().output(0);
  }

  private void integers() {
    List<DType> signed = List.of(DType.INT8, DType.INT16, DType.INT32, DType.INT64);
    List<DType> both = List.of(DType.INT32, DType.INT64);
    unary(signed, LARGER_WHOLE, "Abs", "Neg", "Sign");
    unary(both, SMALL_WHOLE, "Square", "Reciprocal", "Round");
    unary(WHOLE, LARGER_WHOLE, "Invert", "PopulationCount", "Relu", "Relu6");
    binary(WHOLE, LARGER_WHOLE, LARGER_WHOLE, "BitwiseAnd", "BitwiseOr", "BitwiseXor");
    binary(WHOLE, LARGER_WHOLE, SMALL_WHOLE, "LeftShift", "RightShift");
    binary(WHOLE, LARGER_WHOLE, SMALL_WHOLE, "AddV2", "Sub", "Mul", "Maximum", "Minimum");
    binary(WHOLE, LARGER_WHOLE, SMALL_WHOLE, "FloorDiv", "FloorMod", "TruncateDiv", "Div");
    binary(both, LARGER_WHOLE, SMALL_WHOLE, "Mod", "TruncateMod", "SquaredDifference");
    binary(signed, SMALL_WHOLE, SMALL_WHOLE, "Pow");
    binary(both, LARGER_WHOLE, LARGER_WHOLE, "ReluGrad", "Relu6Grad");
  }

  private void comparisons() {
    List<DType> ordered = new ArrayList<>(REALS);
    ordered.addAll(WHOLE);
    for (DType dtype : ordered) {
      Operand x = dtype.isFloating() ? ANY : LARGER_WHOLE;
      List<DType> one = List.of(dtype);
      binary(one, x, x, "Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual");
    }
    binary(List.of(DType.FLOAT32, DType.FLOAT64), ANY, ANY, "ApproximateEqual");
    binary(List.of(DType.INT32, DType.INT64), SMALL_WHOLE, SMALL_WHOLE, "ApproximateEqual");
    binary(COMPLEX, PAIRS, PAIRS, "Equal", "NotEqual");
    all.put("Equal/bool", g -> g.op("Equal", g.truths(M), g.truths(M)).build());
  }

  private void complexNumbers() {
    unary(COMPLEX, PAIRS, "Neg", "Conj", "Square", "Reciprocal", "Sqrt", "Rsqrt", "Exp", "Log");
    unary(COMPLEX, PAIRS, "Sin", "Cos", "Tan", "Tanh", "Sinh", "Cosh", "Sigmoid", "Sign");
    unary(COMPLEX, PAIRS, "Expm1", "Log1p", "Asin", "Acos", "Atan", "Asinh", "Acosh", "Atanh");
    binary(COMPLEX, PAIRS, PAIRS, "AddV2", "Sub", "Mul", "Div", "Pow", "DivNoNan", "Xlogy");
    for (DType dtype : COMPLEX) {
      for (String op : List.of("Real", "Imag", "Angle", "ComplexAbs")) {
        all.put(
            name(op, dtype),
            g -> g.op(op, g.numbers(dtype, M)).attr("Tout", dtype.realPart()).build());
      }
      all.put(
          name("Complex", dtype),
          g ->
              g.op("Complex", ANY.of(g, dtype.realPart()), ANY.of(g, dtype.realPart()))
                  .attr("Tout", dtype)
                  .build());
    }
  }

  private void sums() {
    for (DType dtype :
        List.of(DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16, DType.INT32, DType.COMPLEX64)) {
      Operand x = dtype.isComplex() ? PAIRS : dtype.isFloating() ? ANY : LARGER_WHOLE;
      all.put(
          "AddN/" + dtype,
          g ->
              g.op("AddN")
                  .inputList(List.of(x.of(g, dtype), x.of(g, dtype), x.of(g, dtype)))
                  .build());
    }
    all.put(
        "AccumulateNV2",
        g ->
            g.op("AccumulateNV2")
                .inputList(List.of(g.floats(M), g.floats(M), g.floats(M)))
                .attr("shape", AttrValue.of(Shape.of(M)))
                .build());
  }
}
