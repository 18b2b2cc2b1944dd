package dev.weir.kernels.vector.internal.gemm;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Matrix products against the reference kernels of their ops. */
final class TestMatMulKernels {
  private static final long[][] SIZES = {
    {1, 1, 1},
    {2, 3, 4},
    {0, 3, 2},
    {3, 0, 2},
    {2, 3, 0},
    {17, 31, 5},
    {1, 64, 100},
    {64, 100, 1},
    {130, 67, 129},
    {9, 401, 40}
  };

  private static final List<DType> TYPES =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.BFLOAT16,
          DType.FLOAT16,
          DType.INT32,
          DType.INT64,
          DType.UINT64,
          DType.COMPLEX64,
          DType.COMPLEX128);

  @TestFactory
  Stream<DynamicTest> productsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (DType dtype : TYPES) {
      for (int transposes = 0; transposes < 4; transposes++) {
        boolean a = (transposes & 1) != 0;
        boolean b = (transposes & 2) != 0;
        String title = dtype + (a ? " a'" : " a") + (b ? " b'" : " b");
        tests.add(DynamicTest.dynamicTest(title, () -> products(dtype, a, b)));
      }
    }
    return tests.stream();
  }

  private static void products(DType dtype, boolean a, boolean b) {
    Map<String, AttrValue> attrs =
        Map.of("transpose_a", AttrValue.of(a), "transpose_b", AttrValue.of(b));
    try (KernelContest contest = KernelContest.of("MatMul", attrs, dtype, dtype)) {
      for (long[] size : SIZES) {
        contest
            .within(4, tolerance(dtype, size[1]))
            .compare(
                KernelContest.plain(dtype, 1, matrix(size[0], size[1], a)),
                KernelContest.plain(dtype, 2, matrix(size[1], size[2], b)));
      }
    }
  }

  private static long[] matrix(long rows, long columns, boolean isTransposed) {
    return isTransposed ? new long[] {columns, rows} : new long[] {rows, columns};
  }

  private static double tolerance(DType dtype, long depth) {
    return switch (dtype) {
      case FLOAT64, COMPLEX128 -> 8e-15 * (depth + 1);
      default -> 1e-6 * (depth + 1);
    };
  }

  @TestFactory
  Stream<DynamicTest> batchesAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")) {
      for (DType dtype : TYPES) {
        if (KernelContest.isKnown(op) && (op.endsWith("V2") || dtype != DType.UINT64)) {
          tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> batches(op, dtype)));
        }
      }
    }
    return tests.stream();
  }

  private static void batches(String op, DType dtype) {
    Shape[][] alike = {{Shape.of(3), Shape.of(3)}, {Shape.of(2, 3), Shape.of(2, 3)}};
    Shape[][] stretched = {
      {Shape.scalar(), Shape.of(4)},
      {Shape.of(4), Shape.scalar()},
      {Shape.of(2, 1), Shape.of(1, 3)},
      {Shape.of(2, 1, 3), Shape.of(5, 1)},
      {Shape.of(0), Shape.of(0)}
    };
    for (int adjoints = 0; adjoints < 4; adjoints++) {
      boolean x = (adjoints & 1) != 0;
      boolean y = (adjoints & 2) != 0;
      Map<String, AttrValue> attrs = Map.of("adj_x", AttrValue.of(x), "adj_y", AttrValue.of(y));
      if (op.equals("BatchMatMulV3")) {
        attrs =
            Map.of("adj_x", AttrValue.of(x), "adj_y", AttrValue.of(y), "Tout", AttrValue.of(dtype));
      }
      try (KernelContest contest = KernelContest.of(op, attrs, dtype, dtype)) {
        for (Shape[] batch : op.equals("BatchMatMul") ? alike : stretched) {
          for (long k : new long[] {0, 1, 19}) {
            contest
                .within(4, tolerance(dtype, k))
                .compare(
                    KernelContest.plain(
                        dtype, 1, batch[0].concat(Shape.of(matrix(5, k, x))).sizes()),
                    KernelContest.plain(
                        dtype, 2, batch[1].concat(Shape.of(matrix(k, 7, y))).sizes()));
          }
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> productsOfMixedAndNarrowTypesAgree() {
    return Stream.of(
            new DType[] {DType.INT8, DType.INT8, DType.INT32},
            new DType[] {DType.UINT8, DType.INT8, DType.INT32},
            new DType[] {DType.UINT8, DType.UINT8, DType.INT64},
            new DType[] {DType.INT64, DType.INT16, DType.INT32},
            new DType[] {DType.BFLOAT16, DType.BFLOAT16, DType.FLOAT32},
            new DType[] {DType.FLOAT32, DType.FLOAT16, DType.FLOAT64},
            new DType[] {DType.FLOAT32, DType.FLOAT32, DType.BFLOAT16})
        .map(types -> DynamicTest.dynamicTest(List.of(types).toString(), () -> mixed(types)));
  }

  private static void mixed(DType[] types) {
    Map<String, AttrValue> attrs = Map.of("Tout", AttrValue.of(types[2]));
    try (KernelContest contest =
        KernelContest.of("BatchMatMulV3", attrs, types[0], types[1]).within(4, 1e-5)) {
      contest.compare(
          KernelContest.plain(types[0], 1, 2, 1, 7, 131),
          KernelContest.plain(types[1], 2, 3, 131, 300));
    }
  }

  @TestFactory
  Stream<DynamicTest> largeProductsAgree() {
    return Stream.of(DType.INT32, DType.INT64, DType.BFLOAT16, DType.COMPLEX64)
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> large(dtype)));
  }

  private static void large(DType dtype) {
    try (KernelContest contest =
        KernelContest.of("MatMul", Map.of(), dtype, dtype).within(16, 1e-4)) {
      contest.compare(
          KernelContest.plain(dtype, 1, 131, 140), KernelContest.plain(dtype, 2, 140, 259));
    }
  }
}
