package dev.weir.kernels.vector.internal.segment;

import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Reductions of segments against the reference kernels of their ops. */
final class TestSegmentKernels {
  private static final List<DType> ORDERED =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.FLOAT16,
          DType.BFLOAT16,
          DType.INT8,
          DType.UINT8,
          DType.INT16,
          DType.UINT16,
          DType.INT32,
          DType.UINT32,
          DType.INT64,
          DType.UINT64);

  private static final List<DType> COMPLEX = List.of(DType.COMPLEX64, DType.COMPLEX128);

  private static final long[] WIDTHS = {0, 1, 3, 7, 8, 17, 64};

  @TestFactory
  Stream<DynamicTest> sortedSegmentsAgree() {
    return tests(
        List.of("SegmentSum", "SegmentMean", "SegmentProd", "SegmentMax", "SegmentMin"),
        (op, dtype) -> {
          try (KernelContest contest = KernelContest.of(op, Map.of(), dtype, DType.INT32)) {
            for (long width : WIDTHS) {
              contest.compare(
                  KernelContest.awkward(dtype, width, 50, width), sorted(DType.INT32, 50, 40));
            }
            contest.compare(KernelContest.plain(dtype, 1, 0, 3), sorted(DType.INT32, 0, 1));
            contest.compare(KernelContest.plain(dtype, 1, 9), sorted(DType.INT32, 9, 1));
            contest.compare(
                KernelContest.plain(dtype, 1, 3000, 5, 13), sorted(DType.INT32, 3000, 700));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> sortedSegmentsOfAGivenNumberAgree() {
    return tests(
        List.of("SegmentSumV2", "SegmentProdV2", "SegmentMaxV2", "SegmentMinV2"),
        (op, dtype) -> {
          try (KernelContest contest =
              KernelContest.of(op, Map.of(), dtype, DType.INT64, DType.INT32)) {
            contest.compare(
                KernelContest.awkward(dtype, 1, 50, 7), sorted(DType.INT64, 50, 40), scalar(45));
            contest.compareErrors(
                KernelContest.awkward(dtype, 1, 50, 7), sorted(DType.INT64, 50, 40), scalar(20));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> unsortedSegmentsAgree() {
    return tests(
        List.of(
            "UnsortedSegmentSum",
            "UnsortedSegmentProd",
            "UnsortedSegmentMax",
            "UnsortedSegmentMin"),
        (op, dtype) -> {
          try (KernelContest contest =
              KernelContest.of(op, Map.of(), dtype, DType.INT32, DType.INT32)) {
            for (long width : WIDTHS) {
              contest.compare(
                  KernelContest.awkward(dtype, width, 50, width), ids(50, -3, 20), scalar(23));
            }
            contest.compare(KernelContest.plain(dtype, 1, 0, 9), ids(0, 0, 1), scalar(3));
            contest.compare(KernelContest.plain(dtype, 1, 5, 9), ids(5, 0, 9), scalar(100_000));
            contest.compare(
                KernelContest.plain(dtype, 1, 3000, 5, 13), ids(3000, 0, 700), scalar(700));
            contest.compareErrors(KernelContest.plain(dtype, 1, 50, 9), ids(50, 0, 30), scalar(10));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> sumsOfPickedRowsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("Sum", "Mean", "SqrtN")) {
      for (DType dtype : ORDERED) {
        if (dtype.isFloating() || op.equals("Sum")) {
          tests.add(
              DynamicTest.dynamicTest(
                  op + " " + dtype, () -> pickedRows("SparseSegment" + op, dtype)));
        }
      }
    }
    return tests.stream();
  }

  private static void pickedRows(String op, DType dtype) {
    DType int32 = DType.INT32;
    DType int64 = DType.INT64;
    try (KernelContest contest = KernelContest.of(op, Map.of(), dtype, int32, int64)) {
      for (long width : WIDTHS) {
        contest.compare(
            KernelContest.awkward(dtype, width, 30, width), ids(50, 0, 30), sorted(int64, 50, 40));
      }
      contest.compare(KernelContest.plain(dtype, 1, 5, 3), ids(0, 0, 1), sorted(int64, 0, 1));
      contest.compare(
          KernelContest.plain(dtype, 1, 90, 65), ids(3000, 0, 90), sorted(int64, 3000, 700));
      contest.compareErrors(
          KernelContest.plain(dtype, 1, 9, 3), ids(50, 0, 30), sorted(int64, 50, 7));
      contest.compareErrors(
          KernelContest.plain(dtype, 1, 9, 3), ids(4, 0, 9), Tensors.vector(0L, 1L, 0L, 1L));
      contest.compareErrors(
          KernelContest.plain(dtype, 1, 9, 3), ids(2, 0, 9), Tensors.vector(-1L, 1L));
      contest.compareErrors(
          KernelContest.plain(dtype, 1, 9, 3), ids(2, 0, 9), Tensors.vector(-2L, -1L));
    }
    try (KernelContest contest =
        KernelContest.of(op + "WithNumSegments", Map.of(), dtype, int64, int32, int32)) {
      contest.compare(
          KernelContest.awkward(dtype, 1, 30, 9),
          sorted(int64, 50, 30),
          sorted(int32, 50, 40),
          scalar(44));
      contest.compareErrors(
          KernelContest.awkward(dtype, 1, 30, 9),
          sorted(int64, 50, 30),
          sorted(int32, 50, 40),
          scalar(20));
    }
  }

  @TestFactory
  Stream<DynamicTest> gradientsOfPickedRowsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op :
        List.of("SumGrad", "MeanGrad", "SqrtNGrad", "SumGradV2", "MeanGradV2", "SqrtNGradV2")) {
      for (DType dtype : ORDERED) {
        if (dtype.isFloating()) {
          tests.add(
              DynamicTest.dynamicTest(
                  op + " " + dtype, () -> gradients("SparseSegment" + op, dtype)));
        }
      }
    }
    return tests.stream();
  }

  private static void gradients(String op, DType dtype) {
    try (KernelContest contest =
        KernelContest.of(op, Map.of(), dtype, DType.INT32, DType.INT32, DType.INT32)) {
      for (int tableRows : new int[] {30, 100, 200_000}) {
        for (long width : WIDTHS) {
          contest.compare(
              KernelContest.awkward(dtype, width, 40, width),
              ids(50, 0, 30),
              sorted(DType.INT32, 50, 40),
              scalar(tableRows));
        }
      }
      contest.compare(KernelContest.plain(dtype, 1, 4, 3), ids(0, 0, 1), ids(0, 0, 1), scalar(5));
      contest.compare(KernelContest.plain(dtype, 1, 4, 3), ids(9, 0, 8), ids(9, 0, 4), scalar(0));
      contest.compareErrors(
          KernelContest.plain(dtype, 1, 4, 3), ids(9, 0, 8), ids(9, 0, 9), scalar(4));
      contest.compareErrors(
          KernelContest.plain(dtype, 1, 4, 3), ids(9, -5, 8), ids(9, -5, 4), scalar(9));
    }
  }

  @Test
  void badIdsAreRefused() {
    DType dtype = DType.FLOAT32;
    try (KernelContest contest = KernelContest.of("SegmentSum", Map.of(), dtype, DType.INT32)) {
      contest.compareErrors(KernelContest.plain(dtype, 1, 3, 2), Tensors.vector(0, 2, 1));
      contest.compareErrors(KernelContest.plain(dtype, 1, 3, 2), Tensors.vector(-1, 0, 1));
      contest.compareErrors(KernelContest.plain(dtype, 1, 3, 2), Tensors.vector(-3, -2, -2));
    }
  }

  private interface Check {
    void run(String op, DType dtype);
  }

  private static Stream<DynamicTest> tests(List<String> ops, Check check) {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : ops) {
      List<DType> types = new ArrayList<>(ORDERED);
      if (op.contains("Sum") || op.contains("Mean") || op.contains("Prod")) {
        types.addAll(COMPLEX);
      }
      types.forEach(
          dtype ->
              tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> check.run(op, dtype))));
    }
    return tests.stream();
  }

  private static Tensor scalar(int value) {
    return Tensors.scalar(value);
  }

  private static Tensor ids(int count, int least, int limit) {
    return Tensors.vector(new Random(count).ints(count, least, limit).toArray());
  }

  private static Tensor sorted(DType dtype, int count, int limit) {
    int[] ids = new Random(count).ints(count, 0, limit).toArray();
    Arrays.sort(ids);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(count));
    for (int i = 0; i < count; i++) {
      tensor.setLong(i, ids[i]);
    }
    return tensor.freeze();
  }
}
