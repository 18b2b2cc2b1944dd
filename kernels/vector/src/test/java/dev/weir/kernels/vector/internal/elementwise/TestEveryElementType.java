package dev.weir.kernels.vector.internal.elementwise;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Elementwise kernels of all element types of their ops, against the reference kernels. */
final class TestEveryElementType {
  private static final List<DType> REALS =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16, DType.FLOAT16);
  private static final List<DType> WIDE = List.of(DType.FLOAT32, DType.FLOAT64);
  private static final List<DType> SIGNED =
      List.of(DType.INT8, DType.INT16, DType.INT32, DType.INT64);
  private static final List<DType> UNSIGNED =
      List.of(DType.UINT8, DType.UINT16, DType.UINT32, DType.UINT64);
  private static final List<DType> WHOLE =
      Stream.concat(SIGNED.stream(), UNSIGNED.stream()).toList();
  private static final List<DType> QUANTIZED =
      List.of(DType.QINT8, DType.QUINT8, DType.QINT16, DType.QUINT16, DType.QINT32);
  private static final List<DType> COMPLEX = List.of(DType.COMPLEX64, DType.COMPLEX128);

  private static final int[] SIZES = {0, 1, 2, 3, 7, 31, 64, 65, 127, 1_003};

  @TestFactory
  Stream<DynamicTest> integerArithmeticIsExact() {
    return Stream.of(
            each(WHOLE, "AddV2", "Sub", "Mul", "Maximum", "Minimum"),
            each(WHOLE, "BitwiseAnd", "BitwiseOr", "BitwiseXor", "LeftShift", "RightShift"),
            each(WHOLE, "Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual"),
            each(WHOLE, "ReluGrad", "Relu6Grad", "ApproximateEqual"),
            each(List.of(DType.INT32, DType.INT64), "SquaredDifference"),
            each(QUANTIZED, "Equal", "NotEqual"),
            each(List.of(DType.BOOL), "Equal", "NotEqual"))
        .flatMap(cases -> cases)
        .map(c -> test(c, () -> binary(c, 0)));
  }

  @TestFactory
  Stream<DynamicTest> integerFunctionsAreExact() {
    return Stream.of(
            each(SIGNED, "Abs", "Neg", "Sign", "Round"),
            each(WHOLE, "Square", "Invert", "PopulationCount", "Relu", "Relu6"))
        .flatMap(cases -> cases)
        .map(c -> test(c, () -> unary(c, 0)));
  }

  @TestFactory
  Stream<DynamicTest> divisionOfIntegersIsExactAndRefusesZero() {
    return Stream.concat(
            each(WHOLE, "Div", "RealDiv", "FloorDiv", "TruncateDiv", "FloorMod"),
            each(List.of(DType.INT32, DType.INT64), "Mod", "TruncateMod"))
        .map(c -> test(c, () -> division(c)));
  }

  @TestFactory
  Stream<DynamicTest> realFunctionsAreClose() {
    return Stream.of(
            each(WIDE, "Sin", "Cos", "Tan", "Asin", "Acos", "Atan", "Sinh", "Cosh"),
            each(WIDE, "Asinh", "Acosh", "Atanh"))
        .flatMap(cases -> cases)
        .map(c -> test(c, () -> unary(c, 4)));
  }

  @TestFactory
  Stream<DynamicTest> tabulatedFunctionsAreExact() {
    return each(
            List.of(DType.FLOAT16, DType.BFLOAT16),
            "Sin",
            "Cos",
            "Tan",
            "Asin",
            "Acosh",
            "Atanh",
            "Erf",
            "Lgamma",
            "Digamma",
            "Ndtri")
        .map(c -> test(c, () -> tabulated(c)));
  }

  @TestFactory
  Stream<DynamicTest> specialFunctionsAreExact() {
    return Stream.of(
            each(WIDE, "Lgamma", "Digamma", "Erfc", "Erfinv", "Ndtri", "Dawsn", "Expint"),
            each(WIDE, "FresnelSin", "FresnelCos", "Spence", "BesselI0", "BesselI1e"),
            each(WIDE, "BesselJ0", "BesselJ1", "BesselK0", "BesselK1e", "BesselY0", "BesselY1"))
        .flatMap(cases -> cases)
        .map(c -> test(c, () -> unary(c, 0)));
  }

  @TestFactory
  Stream<DynamicTest> functionsOfTwoOperandsAreClose() {
    return Stream.concat(
        Stream.of(
                each(REALS, "FloorDiv", "TruncateDiv", "FloorMod", "Mod", "TruncateMod"),
                each(REALS, "MulNoNan", "Xdivy", "SquaredDifference", "ApproximateEqual"),
                each(WIDE, "NextAfter", "Igamma", "Igammac", "Zeta", "Polygamma"))
            .flatMap(cases -> cases)
            .map(c -> test(c, () -> binary(c, 0))),
        each(REALS, "Atan2", "Xlog1py", "Pow").map(c -> test(c, () -> binary(c, 3))));
  }

  @TestFactory
  Stream<DynamicTest> complexFunctionsAreExact() {
    return Stream.concat(
        each(COMPLEX, "Neg", "Square", "Reciprocal", "Exp", "Log", "Sqrt", "Sin", "Tanh", "Asin")
            .map(c -> test(c, () -> unary(c, 0))),
        each(COMPLEX, "AddV2", "Sub", "Mul", "Div", "Pow", "Equal", "NotEqual", "ApproximateEqual")
            .map(c -> test(c, () -> binary(c, 0))));
  }

  @TestFactory
  Stream<DynamicTest> partsOfComplexNumbersAreExact() {
    return each(COMPLEX, "Real", "Imag", "Angle", "ComplexAbs").map(c -> test(c, () -> parts(c)));
  }

  @TestFactory
  Stream<DynamicTest> complexNumbersAreMadeOfParts() {
    return each(WIDE, "Complex")
        .map(
            c ->
                test(
                    c,
                    () -> {
                      DType whole = c.dtype() == DType.FLOAT32 ? DType.COMPLEX64 : DType.COMPLEX128;
                      binary(c, Map.of("Tout", AttrValue.of(whole)), 0);
                    }));
  }

  @TestFactory
  Stream<DynamicTest> sumsAreClose() {
    return Stream.of(REALS, WHOLE, QUANTIZED, COMPLEX)
        .flatMap(dtypes -> each(dtypes, "AddN"))
        .map(c -> test(c, () -> sum(c)));
  }

  @TestFactory
  Stream<DynamicTest> clippingIsExact() {
    return Stream.of(WHOLE, QUANTIZED)
        .flatMap(dtypes -> each(dtypes, "ClipByValue"))
        .map(c -> test(c, () -> clip(c)));
  }

  @TestFactory
  Stream<DynamicTest> theIncompleteBetaFunctionIsExact() {
    return each(WIDE, "Betainc").map(c -> test(c, () -> beta(c)));
  }

  private record Case(String op, DType dtype) {}

  private static Stream<Case> each(List<DType> dtypes, String... ops) {
    return Stream.of(ops).flatMap(op -> dtypes.stream().map(dtype -> new Case(op, dtype)));
  }

  private static DynamicTest test(Case c, Runnable check) {
    return DynamicTest.dynamicTest(c.op() + " " + c.dtype(), check::run);
  }

  private static Tensor numbers(DType dtype, long seed, long... sizes) {
    if (!dtype.isComplex()) {
      return KernelContest.awkward(dtype, seed, sizes);
    }
    Random random = new Random(seed);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      tensor.setComplex(i, random.nextGaussian() * 2, random.nextInt(5) - 2);
    }
    return tensor.freeze();
  }

  private static void unary(Case c, int ulps) {
    try (KernelContest contest = KernelContest.of(c.op(), Map.of(), c.dtype()).within(ulps, 0)) {
      for (int size : SIZES) {
        contest.compare(numbers(c.dtype(), size, size));
      }
    }
  }

  private static void tabulated(Case c) {
    try (KernelContest contest = KernelContest.of(c.op(), Map.of(), c.dtype())) {
      Tensor all = Tensor.allocate(c.dtype(), Shape.of(1 << Short.SIZE));
      for (int i = 0; i < all.elements(); i++) {
        all.setDouble(i, i * 1e-3 - 30);
      }
      all.freeze();
      for (int i = 0; i < 10; i++) { // often enough for a table to be made
        contest.runInVectors(all);
      }
      contest.compare(numbers(c.dtype(), 1, 1_003));
    }
  }

  private static void binary(Case c, int ulps) {
    binary(c, Map.of(), ulps);
  }

  private static void binary(Case c, Map<String, AttrValue> attrs, int ulps) {
    try (KernelContest contest =
        KernelContest.of(c.op(), attrs, c.dtype(), c.dtype()).within(ulps, 0)) {
      for (int size : SIZES) {
        contest.compare(numbers(c.dtype(), size, size), numbers(c.dtype(), -size, size));
      }
      if (isBroadcast(c.op())) {
        contest.compare(numbers(c.dtype(), 1, 5, 70), numbers(c.dtype(), 2));
        contest.compare(numbers(c.dtype(), 3), numbers(c.dtype(), 4, 131));
        contest.compare(numbers(c.dtype(), 5, 40, 1), numbers(c.dtype(), 6, 1, 9));
        contest.compare(numbers(c.dtype(), 7, 300, 5), numbers(c.dtype(), 8, 5));
      }
    }
  }

  private static boolean isBroadcast(String op) {
    return !op.endsWith("Grad") && !op.equals("ApproximateEqual");
  }

  private static void division(Case c) {
    try (KernelContest contest = KernelContest.of(c.op(), Map.of(), c.dtype(), c.dtype())) {
      for (int size : SIZES) {
        Tensor y = Tensor.allocate(c.dtype(), Shape.of(size));
        for (int i = 0; i < size; i++) {
          y.setLong(i, c.dtype().isUnsigned() ? i % 9 + 1 : i % 9 - 9);
        }
        contest.compare(numbers(c.dtype(), size, size), y.freeze());
      }
      Tensor zeros = Tensor.allocate(c.dtype(), Shape.of(100)).freeze();
      assertThatThrownBy(() -> contest.runInVectors(KernelContest.plain(c.dtype(), 1, 100), zeros))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("Integer division by zero");
    }
  }

  private static void parts(Case c) {
    Map<String, AttrValue> attrs = Map.of("Tout", AttrValue.of(c.dtype().realPart()));
    try (KernelContest contest = KernelContest.of(c.op(), attrs, c.dtype())) {
      for (int size : SIZES) {
        contest.compare(numbers(c.dtype(), size, size));
      }
    }
  }

  private static void sum(Case c) {
    boolean isReal = c.dtype().isFloating() || c.dtype().isComplex();
    try (KernelContest contest =
        KernelContest.of(c.op(), Map.of(), c.dtype(), c.dtype(), c.dtype())
            .within(0, isReal ? 1e-6 : 0)) {
      for (int size : SIZES) {
        Tensor x = isReal ? plain(c.dtype(), size) : numbers(c.dtype(), size, size);
        contest.compare(x, x, x);
      }
    }
  }

  private static Tensor plain(DType dtype, long size) {
    return dtype.isComplex() ? numbers(dtype, size, size) : KernelContest.plain(dtype, size, size);
  }

  private static void clip(Case c) {
    try (KernelContest contest =
        KernelContest.of(c.op(), Map.of(), c.dtype(), c.dtype(), c.dtype())) {
      for (int size : SIZES) {
        Tensor limits = numbers(c.dtype(), -size, size);
        contest.compare(
            numbers(c.dtype(), size, size), numbers(c.dtype(), 1), numbers(c.dtype(), 2));
        contest.compare(numbers(c.dtype(), size, size), limits, numbers(c.dtype(), 2));
      }
    }
  }

  private static void beta(Case c) {
    try (KernelContest contest =
        KernelContest.of(c.op(), Map.of(), c.dtype(), c.dtype(), c.dtype())) {
      for (int size : SIZES) {
        Tensor a = KernelContest.plain(c.dtype(), size, size);
        contest.compare(a, KernelContest.plain(c.dtype(), 1), numbers(c.dtype(), size, size));
        contest.compare(KernelContest.plain(c.dtype(), 2), a, KernelContest.plain(c.dtype(), 3));
      }
    }
  }
}
