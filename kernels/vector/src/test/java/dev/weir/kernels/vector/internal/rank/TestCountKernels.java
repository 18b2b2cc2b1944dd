package dev.weir.kernels.vector.internal.rank;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Ops that count or compare elements against the reference kernels. */
final class TestCountKernels {
  private static final List<DType> WEIGHTS =
      List.of(DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64);

  private static final List<DType> NUMBERS =
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
          DType.UINT64,
          DType.BOOL);

  private static final DType INT = DType.INT32;

  @TestFactory
  Stream<DynamicTest> countsAgree() {
    return forEach(
        WEIGHTS,
        dtype -> {
          try (KernelContest contest = KernelContest.of("Bincount", Map.of(), INT, INT, dtype)) {
            for (int size : new int[] {0, 1, 7, 100}) {
              Tensor limit = Tensors.scalar(size);
              contest.compare(ints(INT, 50, 1000), limit, KernelContest.plain(dtype, 1, 0));
              contest.compare(ints(INT, 50, 1000), limit, KernelContest.plain(dtype, 1, 1000));
              contest.compare(ints(INT, 50, 0), limit, KernelContest.plain(dtype, 1, 0));
            }
            contest.compare(
                ints(INT, 50, 100_000), Tensors.scalar(45), KernelContest.plain(dtype, 1, 0));
            contest.compare(
                ints(INT, 9, 10), Tensors.scalar(100_000), KernelContest.plain(dtype, 1, 0));
            contest.compareErrors(
                Tensors.vector(1, -1, -2), Tensors.scalar(45), KernelContest.plain(dtype, 1, 0));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> countsOfRowsAgree() {
    return forEach(
        WEIGHTS,
        dtype -> {
          for (boolean isBinary : new boolean[] {false, true}) {
            Map<String, AttrValue> attrs = Map.of("binary_output", AttrValue.of(isBinary));
            DType value = DType.INT64;
            try (KernelContest contest =
                KernelContest.of("DenseBincount", attrs, value, value, dtype)) {
              Tensor size = Tensors.scalar(11L);
              Tensor none = KernelContest.plain(dtype, 1, 0);
              contest.compare(ints(value, 14, 9, 100), size, none);
              contest.compare(ints(value, 14, 0, 100), size, none);
              contest.compare(ints(value, 14, 9, 0), size, none);
              contest.compare(ints(value, 14, 100), size, none);
              contest.compare(ints(value, 14, 9, 100), size, KernelContest.plain(dtype, 1, 9, 100));
              contest.compareErrors(Tensors.vector(3L, -4L), size, none);
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> histogramsAgree() {
    return forEach(
        WEIGHTS,
        dtype -> {
          try (KernelContest contest =
              KernelContest.of("HistogramFixedWidth", Map.of(), dtype, dtype, INT)) {
            for (int bins : new int[] {1, 7, 100, 70_000}) {
              contest.compare(
                  KernelContest.awkward(dtype, bins, 40, 100),
                  pair(dtype, -3, 4),
                  Tensors.scalar(bins));
            }
            contest.compareErrors(
                KernelContest.awkward(dtype, 1, 40), pair(dtype, 4, 4), Tensors.scalar(5));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> bucketsAgree() {
    return forEach(
        WEIGHTS,
        dtype -> {
          for (float[] boundaries :
              new float[][] {{}, {0}, {-1, 0, 0, 2.5f}, {0, Float.NaN, 1}, {-9, 1, 2, 3, 99}}) {
            try (KernelContest contest =
                KernelContest.of(
                    "Bucketize", Map.of("boundaries", AttrValue.ofFloats(boundaries)), dtype)) {
              contest.compare(KernelContest.awkward(dtype, 1, 40, 100));
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> differentElementsAgree() {
    return forEach(
        NUMBERS,
        dtype -> {
          for (String op : List.of("Unique", "UniqueWithCounts")) {
            try (KernelContest contest = KernelContest.of(op, Map.of(), dtype)) {
              for (int count : new int[] {0, 1, 3, 1000, 20_000}) {
                contest.compare(KernelContest.awkward(dtype, 1, count));
              }
            }
          }
          for (String op : List.of("UniqueV2", "UniqueWithCountsV2")) {
            try (KernelContest contest = KernelContest.of(op, Map.of(), dtype, DType.INT64)) {
              contest.compare(KernelContest.awkward(dtype, 1, 99), Tensors.vector(0L));
              contest.compare(KernelContest.awkward(dtype, 1, 99), Tensors.vector(new long[0]));
              contest.compare(KernelContest.awkward(dtype, 1, 99, 2), Tensors.vector(0L));
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> differencesAgree() {
    return forEach(
        NUMBERS,
        dtype -> {
          try (KernelContest contest = KernelContest.of("ListDiff", Map.of(), dtype, dtype)) {
            for (int count : new int[] {0, 1, 3, 1000}) {
              contest.compare(
                  KernelContest.awkward(dtype, 1, 500), KernelContest.awkward(dtype, 2, count));
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> positionsOfSetElementsAgree() {
    List<DType> types = new ArrayList<>(NUMBERS);
    types.addAll(List.of(DType.COMPLEX64, DType.COMPLEX128, DType.QINT8));
    return forEach(
        types,
        dtype -> {
          try (KernelContest contest = KernelContest.of("Where", Map.of(), dtype)) {
            contest.compare(KernelContest.awkward(dtype, 1, 9000));
            contest.compare(KernelContest.awkward(dtype, 1, 97, 103));
            contest.compare(KernelContest.awkward(dtype, 1, 30, 7, 41));
            contest.compare(KernelContest.awkward(dtype, 1, 3, 0, 41));
            contest.compare(KernelContest.awkward(dtype, 1, 3, 2, 1, 5, 1));
            contest.compareErrors(KernelContest.awkward(dtype, 1));
          }
        });
  }

  @Test
  void invertedPermutationsAgree() {
    for (DType dtype : List.of(DType.INT32, DType.INT64)) {
      try (KernelContest contest = KernelContest.of("InvertPermutation", Map.of(), dtype)) {
        for (int count : new int[] {0, 1, 7, 1000}) {
          contest.compare(permutation(dtype, count));
        }
        contest.compareErrors(vector(dtype, List.of(0, 2, 2)));
        contest.compareErrors(vector(dtype, List.of(0, 3, 1)));
        contest.compareErrors(vector(dtype, List.of(0, -1, 1)));
      }
    }
  }

  private static Tensor permutation(DType dtype, int count) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(count));
    return vector(dtype, order);
  }

  private static Tensor vector(DType dtype, List<Integer> values) {
    Tensor tensor = Tensor.allocate(dtype, Shape.of(values.size()));
    for (int i = 0; i < values.size(); i++) {
      tensor.setLong(i, values.get(i));
    }
    return tensor.freeze();
  }

  private static Tensor ints(DType dtype, int bound, long... sizes) {
    Random random = new Random(bound);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      tensor.setLong(i, random.nextInt(bound));
    }
    return tensor.freeze();
  }

  private static Tensor pair(DType dtype, double first, double second) {
    Tensor tensor = Tensor.allocate(dtype, Shape.of(2));
    tensor.setDouble(0, first);
    tensor.setDouble(1, second);
    return tensor.freeze();
  }

  private interface Check {
    void run(DType dtype);
  }

  private static Stream<DynamicTest> forEach(List<DType> types, Check check) {
    return types.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> check.run(dtype)));
  }
}
