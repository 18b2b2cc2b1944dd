package dev.weir.kernels.vector.internal.rank;

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

/** Ops that order elements against the reference kernels. */
final class TestRankKernels {
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

  private static final int[] WIDTHS = {1, 2, 3, 7, 16, 31, 100, 1000};

  @TestFactory
  Stream<DynamicTest> greatestElementsAgree() {
    return forEachType(
        dtype -> {
          try (KernelContest contest = KernelContest.of("TopKV2", Map.of(), dtype, DType.INT32)) {
            for (int width : WIDTHS) {
              for (int k : new int[] {0, 1, 2, 10, 24, 25, 90, width}) {
                if (k <= width) {
                  contest.compare(KernelContest.awkward(dtype, k, 5, width), Tensors.scalar(k));
                }
              }
            }
            contest.compare(KernelContest.plain(dtype, 1, 3, 2, 9), Tensors.scalar(4));
            contest.compare(KernelContest.plain(dtype, 1, 0, 9), Tensors.scalar(4));
          }
          try (KernelContest contest =
              KernelContest.of("TopK", Map.of("k", AttrValue.of(3)), dtype)) {
            contest.compare(KernelContest.awkward(dtype, 1, 40, 9));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> nthElementsAgree() {
    return forEachType(
        dtype -> {
          for (boolean isReverse : new boolean[] {false, true}) {
            try (KernelContest contest =
                KernelContest.of(
                    "NthElement", Map.of("reverse", AttrValue.of(isReverse)), dtype, DType.INT32)) {
              for (int width : WIDTHS) {
                for (int n : new int[] {0, width / 3, width - 1}) {
                  contest.compare(KernelContest.awkward(dtype, n, 9, width), Tensors.scalar(n));
                }
              }
              contest.compare(KernelContest.plain(dtype, 1, 0, 9), Tensors.scalar(4));
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> positionsOfExtremesAgree() {
    List<DType> types = new ArrayList<>(ORDERED);
    types.add(DType.BOOL);
    return forEach(
        types,
        dtype -> {
          for (String op : List.of("ArgMax", "ArgMin")) {
            try (KernelContest contest = KernelContest.of(op, Map.of(), dtype, DType.INT32)) {
              for (int width : WIDTHS) {
                contest.compare(KernelContest.awkward(dtype, 1, 30, width), Tensors.scalar(1));
                contest.compare(KernelContest.awkward(dtype, 2, width, 30), Tensors.scalar(0));
              }
              contest.compare(KernelContest.awkward(dtype, 3, 3, 9, 700), Tensors.scalar(-2));
              contest.compare(KernelContest.awkward(dtype, 3, 3, 0, 7), Tensors.scalar(0));
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> infinitiesAndNanAreBeatenByFiniteNumbers() {
    return forEach(
        ORDERED.subList(0, 4),
        dtype -> {
          double infinity = Double.POSITIVE_INFINITY;
          for (String op : List.of("ArgMax", "ArgMin")) {
            try (KernelContest contest = KernelContest.of(op, Map.of(), dtype, DType.INT32)) {
              for (double other : new double[] {infinity, -infinity, Double.NaN, -0.0, 1}) {
                Tensor rows = Tensor.allocate(dtype, Shape.of(3, 2));
                double[] values = {-infinity, other, Double.NaN, other, other, infinity};
                for (int i = 0; i < values.length; i++) {
                  rows.setDouble(i, values[i]);
                }
                rows.freeze();
                contest.compare(rows, Tensors.scalar(1));
                contest.compare(rows, Tensors.scalar(0));
              }
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> placesInSortedRowsAgree() {
    return forEachType(
        dtype -> {
          for (String op : List.of("LowerBound", "UpperBound")) {
            try (KernelContest contest = KernelContest.of(op, Map.of(), dtype, dtype)) {
              for (int width : WIDTHS) {
                contest.compare(sorted(dtype, width), KernelContest.awkward(dtype, 2, 2, 50));
                contest.compare(
                    KernelContest.awkward(dtype, 1, 2, width),
                    KernelContest.awkward(dtype, 2, 2, 50));
              }
              contest.compare(
                  KernelContest.plain(dtype, 1, 2, 0), KernelContest.plain(dtype, 2, 2, 5));
              contest.compare(
                  KernelContest.plain(dtype, 1, 2, 5), KernelContest.plain(dtype, 2, 2, 0));
            }
          }
        });
  }

  private static Tensor sorted(DType dtype, int width) {
    Tensor rows = Tensor.allocate(dtype, Shape.of(2, width));
    for (int i = 0; i < 2 * width; i++) {
      rows.setDouble(i, Math.floorDiv(i % width - width / 2, 3));
    }
    return rows.freeze();
  }

  @Test
  void targetsAmongTheGreatestAgree() {
    DType dtype = DType.FLOAT32;
    for (DType target : List.of(DType.INT32, DType.INT64)) {
      try (KernelContest contest = KernelContest.of("InTopKV2", Map.of(), dtype, target, target)) {
        for (int width : WIDTHS) {
          for (int k : new int[] {-1, 0, 1, 3, 2000}) {
            Tensor limit = Tensor.allocate(target, Shape.scalar());
            limit.setLong(0, k);
            limit.freeze();
            contest.compare(
                KernelContest.awkward(dtype, k, 50, width), targets(target, width), limit);
            contest.compare(
                KernelContest.plain(dtype, k, 50, width), targets(target, width), limit);
          }
        }
      }
    }
    try (KernelContest contest =
        KernelContest.of("InTopK", Map.of("k", AttrValue.of(2)), dtype, DType.INT32)) {
      contest.compare(KernelContest.plain(dtype, 1, 50, 9), targets(DType.INT32, 9));
    }
  }

  private static Tensor targets(DType dtype, int width) {
    Random random = new Random(width);
    Tensor targets = Tensor.allocate(dtype, Shape.of(50));
    for (int i = 0; i < 50; i++) {
      targets.setLong(i, random.nextInt(width + 2) - 1);
    }
    return targets.freeze();
  }

  private interface Check {
    void run(DType dtype);
  }

  private static Stream<DynamicTest> forEachType(Check check) {
    return forEach(ORDERED, check);
  }

  private static Stream<DynamicTest> forEach(List<DType> types, Check check) {
    return types.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> check.run(dtype)));
  }
}
