package dev.weir.kernels.vector.internal.linalg;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Products of sparse matrices and cross products against the reference kernels of their ops. */
final class TestSparseProductKernels {
  private static final List<DType> TYPES =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.BFLOAT16,
          DType.INT32,
          DType.INT64,
          DType.COMPLEX64,
          DType.COMPLEX128);

  @TestFactory
  Stream<DynamicTest> sparseProductsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (DType dtype : TYPES) {
      for (int adjoints = 0; adjoints < 4; adjoints++) {
        boolean a = (adjoints & 1) != 0;
        boolean b = (adjoints & 2) != 0;
        DType indices = a ? DType.INT32 : DType.INT64;
        String title = dtype + (a ? " a*" : " a") + (b ? " b*" : " b");
        tests.add(DynamicTest.dynamicTest(title, () -> products(dtype, indices, a, b)));
      }
    }
    return tests.stream();
  }

  private static void products(DType dtype, DType indices, boolean a, boolean b) {
    try (KernelContest contest = contest(dtype, indices, a, b).within(4, 1e-12)) {
      for (long[] size : new long[][] {{5, 7, 3, 12}, {300, 200, 300, 5000}, {4, 4, 1, 0}}) {
        long rows = size[0];
        long inner = size[1];
        long columns = size[2];
        contest.compare(
            indices(indices, size[3], a ? inner : rows, a ? rows : inner),
            KernelContest.plain(dtype, 1, size[3]),
            Tensors.vector(a ? new long[] {inner, rows} : new long[] {rows, inner}),
            KernelContest.plain(dtype, 2, b ? columns : inner, b ? inner : columns));
      }
    }
  }

  private static KernelContest contest(DType dtype, DType indices, boolean a, boolean b) {
    return KernelContest.of(
        "SparseTensorDenseMatMul",
        Map.of("adjoint_a", AttrValue.of(a), "adjoint_b", AttrValue.of(b)),
        indices,
        dtype,
        DType.INT64,
        dtype);
  }

  private static Tensor indices(DType dtype, long count, long rows, long columns) {
    Random random = new Random(count);
    Tensor indices = Tensor.allocate(dtype, Shape.of(count, 2));
    for (long i = 0; i < count; i++) {
      indices.setLong(2 * i, random.nextInt((int) rows));
      indices.setLong(2 * i + 1, random.nextInt((int) columns));
    }
    return indices.freeze();
  }

  @Test
  void indicesOutsideOfTheMatrixAreRefused() {
    try (KernelContest contest = contest(DType.FLOAT32, DType.INT64, false, false)) {
      Tensor indices = Tensors.of(Shape.of(2, 2), 0L, 0L, 1L, 3L);
      assertThatThrownBy(
              () ->
                  contest.runInVectors(
                      indices,
                      KernelContest.plain(DType.FLOAT32, 1, 2),
                      Tensors.vector(new long[] {2, 3}),
                      KernelContest.plain(DType.FLOAT32, 1, 3, 4)))
          .hasMessageContaining("indices must lie within the shape");
    }
  }

  @TestFactory
  Stream<DynamicTest> crossProductsAgree() {
    return Stream.of(
            DType.FLOAT32,
            DType.FLOAT64,
            DType.FLOAT16,
            DType.BFLOAT16,
            DType.UINT8,
            DType.INT16,
            DType.INT32,
            DType.UINT64)
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> crossProducts(dtype)));
  }

  private static void crossProducts(DType dtype) {
    try (KernelContest contest = KernelContest.of("Cross", Map.of(), dtype, dtype).within(1, 0)) {
      for (long[] shape : new long[][] {{3}, {0, 3}, {7, 3}, {5, 331, 3}}) {
        contest.compare(KernelContest.plain(dtype, 1, shape), KernelContest.plain(dtype, 2, shape));
      }
    }
  }
}
