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

  @TestFactory
  Stream<DynamicTest> productsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
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
    return (dtype == DType.FLOAT32 ? 1e-6 : 2e-15) * (depth + 1);
  }

  @TestFactory
  Stream<DynamicTest> batchesAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("BatchMatMul", "BatchMatMulV2", "BatchMatMulV3")) {
      for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64)) {
        if (KernelContest.isKnown(op)) {
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
}
