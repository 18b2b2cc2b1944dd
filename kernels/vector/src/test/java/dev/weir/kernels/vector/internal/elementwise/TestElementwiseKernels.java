package dev.weir.kernels.vector.internal.elementwise;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.kernels.vector.internal.support.Lanes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Kernels that work element by element, against the reference kernels of their ops. */
final class TestElementwiseKernels {
  private static final List<DType> NUMBERS =
      List.of(
          DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16, DType.FLOAT16, DType.INT32, DType.INT64);
  private static final List<DType> REALS =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.BFLOAT16, DType.FLOAT16);

  private static final int[] SIZES = {
    0, 1, 2, 3, 5, 7, Lanes.FLOATS - 1, Lanes.FLOATS, Lanes.FLOATS + 1, 31, 127, 1_003
  };

  /** Shapes of two operands that are stretched to one. */
  private static final long[][][] STRETCHED = {
    {{}, {}},
    {{}, {13}},
    {{13}, {}},
    {{1}, {}},
    {{}, {1, 1}},
    {{1, 1}, {9}},
    {{5, 7}, {7}},
    {{7}, {5, 7}},
    {{5, 7}, {5, 1}},
    {{5, 1}, {5, 7}},
    {{5, 1}, {1, 7}},
    {{2, 3, 5}, {3, 1}},
    {{2, 1, 5, 1}, {3, 1, 17}},
    {{0, 3}, {3}},
    {{4, 0}, {1}},
    {{3, 1}, {0}},
    {{401, 33}, {33}},
    {{33}, {401, 33}},
    {{4000, 3}, {3}},
    {{1, 3000}, {1}},
    {{700, 200}, {1, 200}},
    {{5}, {700, 5}},
    {{700, 40, 5}, {40, 5}}
  };

  @TestFactory
  Stream<DynamicTest> arithmeticIsExact() {
    return Stream.of("AddV2", "Add", "Sub", "Mul", "Maximum", "Minimum")
        .flatMap(op -> each(op, NUMBERS, dtype -> binary(op, dtype, 0, 0)));
  }

  @TestFactory
  Stream<DynamicTest> otherArithmeticIsClose() {
    return Stream.concat(
        each("SquaredDifference", NUMBERS, dtype -> binary("SquaredDifference", dtype, 2, 0)),
        Stream.of("RealDiv", "Div", "DivNoNan")
            .flatMap(op -> each(op, REALS, d -> binary(op, d, 0, 0))));
  }

  @TestFactory
  Stream<DynamicTest> comparisonsAreExact() {
    return Stream.of("Less", "LessEqual", "Greater", "GreaterEqual", "Equal", "NotEqual")
        .flatMap(op -> each(op, NUMBERS, dtype -> binary(op, dtype, 0, 0)));
  }

  @TestFactory
  Stream<DynamicTest> simpleFunctionsAreExact() {
    return Stream.concat(
        Stream.of("Neg", "Abs", "Square").flatMap(op -> each(op, NUMBERS, d -> unary(op, d, 0))),
        Stream.of(
                "Sqrt",
                "Reciprocal",
                "Inv",
                "Relu",
                "Relu6",
                "LeakyRelu",
                "Round",
                "Rint",
                "Floor",
                "Ceil",
                "Sign",
                "IsNan",
                "IsInf",
                "IsFinite")
            .flatMap(op -> each(op, REALS, d -> unary(op, d, 0))));
  }

  @TestFactory
  Stream<DynamicTest> functionsAreClose() {
    Map<String, Integer> ulps =
        Map.ofEntries(
            Map.entry("Rsqrt", 1),
            Map.entry("Exp", 1),
            Map.entry("Log", 1),
            Map.entry("Tanh", 3),
            Map.entry("Sigmoid", 3),
            Map.entry("Expm1", 2),
            Map.entry("Log1p", 2),
            Map.entry("Softplus", 3),
            Map.entry("Elu", 2),
            Map.entry("Selu", 4),
            Map.entry("Softsign", 1),
            Map.entry("Erf", 1));
    return ulps.entrySet().stream()
        .flatMap(
            entry -> each(entry.getKey(), REALS, d -> unary(entry.getKey(), d, entry.getValue())));
  }

  @TestFactory
  Stream<DynamicTest> powersAreClose() {
    return Stream.concat(
        each("Pow", List.of(DType.FLOAT32), dtype -> binary("Pow", dtype, 1, 0)),
        each("Xlogy", REALS, dtype -> binary("Xlogy", dtype, 2, 0)));
  }

  @TestFactory
  Stream<DynamicTest> logicIsExact() {
    return Stream.concat(
        Stream.of("LogicalAnd", "LogicalOr")
            .flatMap(op -> each(op, List.of(DType.BOOL), dtype -> binary(op, dtype, 0, 0))),
        each("LogicalNot", List.of(DType.BOOL), dtype -> unary("LogicalNot", dtype, 0)));
  }

  @TestFactory
  Stream<DynamicTest> clippingIsExact() {
    return each(
        "ClipByValue",
        NUMBERS,
        dtype -> {
          try (KernelContest contest =
              KernelContest.of("ClipByValue", Map.of(), dtype, dtype, dtype)) {
            for (int size : SIZES) {
              Tensor x = KernelContest.awkward(dtype, size, size);
              Tensor limits = KernelContest.awkward(dtype, -size, size);
              contest.compare(x, KernelContest.awkward(dtype, 1), KernelContest.awkward(dtype, 2));
              contest.compare(x, limits, KernelContest.awkward(dtype, 3));
              contest.compare(x, KernelContest.awkward(dtype, 4), limits);
            }
            Tensor large = KernelContest.awkward(dtype, 5, 3, 70_001); // on several threads
            contest.compare(
                large, KernelContest.awkward(dtype, 6), KernelContest.awkward(dtype, 7));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> gradientsAreClose() {
    return Stream.of(
            "TanhGrad",
            "SigmoidGrad",
            "SqrtGrad",
            "ReciprocalGrad",
            "InvGrad",
            "ReluGrad",
            "Relu6Grad",
            "LeakyReluGrad",
            "EluGrad",
            "SeluGrad",
            "SoftplusGrad",
            "SoftsignGrad",
            "RsqrtGrad")
        .flatMap(op -> each(op, REALS, d -> gradient(op, d)));
  }

  private static Stream<DynamicTest> each(
      String op, List<DType> dtypes, java.util.function.Consumer<DType> check) {
    return KernelContest.isKnown(op)
        ? dtypes.stream()
            .map(dtype -> DynamicTest.dynamicTest(op + " " + dtype, () -> check.accept(dtype)))
        : Stream.empty();
  }

  private static void unary(String op, DType dtype, int ulps) {
    try (KernelContest contest = KernelContest.of(op, Map.of(), dtype).within(ulps, 0)) {
      for (int size : SIZES) {
        contest.compare(KernelContest.awkward(dtype, size, size));
      }
      contest.compare(KernelContest.awkward(dtype, 1));
      if (op.equals("Exp")) {
        contest.compare(KernelContest.awkward(dtype, 2, 3, 20_001)); // on several threads
      }
    }
  }

  private static void binary(String op, DType dtype, int ulps, double absolute) {
    try (KernelContest contest =
        KernelContest.of(op, Map.of(), dtype, dtype).within(ulps, absolute)) {
      for (int size : SIZES) {
        contest.compare(
            KernelContest.awkward(dtype, size, size), KernelContest.awkward(dtype, -size, size));
      }
      for (long[][] shapes : STRETCHED) {
        contest.compare(
            KernelContest.awkward(dtype, 3, shapes[0]), KernelContest.awkward(dtype, 4, shapes[1]));
      }
      if (op.equals("AddV2") || op.equals("Less")) { // on several threads
        contest.compare(
            KernelContest.awkward(dtype, 5, 3, 70_001), KernelContest.awkward(dtype, 6, 3, 70_001));
      }
      Tensor same = KernelContest.awkward(dtype, 7, 100);
      contest.compare(same, same);
    }
  }

  private static void gradient(String op, DType dtype) {
    double epsilon = dtype == DType.FLOAT64 ? 1e-14 : 1e-6;
    try (KernelContest contest = KernelContest.of(op, Map.<String, AttrValue>of(), dtype, dtype)) {
      for (int size : SIZES) {
        contest
            .within(2, epsilon)
            .compare(
                KernelContest.plain(dtype, size, size), KernelContest.plain(dtype, -size, size));
      }
    }
  }
}
