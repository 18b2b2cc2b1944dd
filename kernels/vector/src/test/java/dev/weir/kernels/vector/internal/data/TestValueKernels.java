package dev.weir.kernels.vector.internal.data;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Casts between all types, and kernels that choose, count or sort elements by their width. */
final class TestValueKernels {
  private static final List<DType> WIDTHS =
      List.of(DType.UINT8, DType.INT16, DType.FLOAT32, DType.INT64, DType.BFLOAT16);

  @TestFactory
  Stream<DynamicTest> allCastsAgree() {
    return Arrays.stream(DType.values())
        .filter(from -> !from.isObject())
        .map(from -> DynamicTest.dynamicTest(from.toString(), () -> casts(from)));
  }

  private static void casts(DType from) {
    for (DType to : DType.values()) {
      if (from == to || to.isObject()) {
        continue;
      }
      for (boolean truncates : new boolean[] {false, true}) {
        Map<String, AttrValue> attrs =
            Map.of("DstT", AttrValue.of(to), "Truncate", AttrValue.of(truncates));
        try (KernelContest contest = KernelContest.of("Cast", attrs, from)) {
          boolean isSafe = from.isInteger() || to.isFloating();
          contest.compare(values(from, isSafe));
        }
      }
    }
  }

  /** Numbers of all sizes if every one of them has a value in the other type. */
  private static Tensor values(DType dtype, boolean isSafe) {
    if (dtype.isComplex() || dtype.isQuantized()) {
      Tensor tensor = Tensor.allocate(dtype, Shape.of(37));
      for (int i = 0; i < 37; i++) {
        if (dtype.isComplex()) {
          tensor.setComplex(i, i * 1.37, -i);
        } else {
          tensor.setLong(i, i * 7L);
        }
      }
      return tensor.freeze();
    }
    return isSafe ? KernelContest.awkward(dtype, 5, 213) : KernelContest.plain(dtype, 5, 37);
  }

  @TestFactory
  Stream<DynamicTest> selectionsOfAllWidthsAgree() {
    return WIDTHS.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> select(dtype)));
  }

  private static void select(DType dtype) {
    for (String op : List.of("Select", "SelectV2")) {
      for (int size : new int[] {0, 1, 7, 33, 2_051}) {
        compare(
            op,
            Map.of(),
            KernelContest.awkward(DType.BOOL, 1, size),
            KernelContest.plain(dtype, 2, size),
            KernelContest.plain(dtype, 3, size));
      }
    }
    compare(
        "SelectV2",
        Map.of(),
        KernelContest.awkward(DType.BOOL, 1, 9, 1),
        KernelContest.plain(dtype, 2, 9, 31),
        KernelContest.plain(dtype, 3));
  }

  @TestFactory
  Stream<DynamicTest> oneHotRowsAgree() {
    return WIDTHS.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> oneHot(dtype)));
  }

  private static void oneHot(DType dtype) {
    Tensor on = KernelContest.plain(dtype, 1);
    Tensor off = KernelContest.plain(dtype, 2);
    for (int axis : new int[] {-1, 0, 1}) {
      Map<String, AttrValue> attrs = Map.of("axis", AttrValue.of(axis));
      Tensor few = Tensors.of(Shape.of(2, 3), 0, 4, -1, 5, 2, Integer.MAX_VALUE);
      for (int depth : new int[] {0, 1, 5}) {
        compare("OneHot", attrs, few, Tensors.scalar(depth), on, off);
      }
      int[] many = new int[700];
      Arrays.setAll(many, i -> i % 250 - 10);
      compare("OneHot", attrs, Tensors.of(Shape.of(7, 100), many), Tensors.scalar(230), on, off);
      compare("OneHot", attrs, Tensors.vector(1, 0, 3), Tensors.scalar(4), on, off);
    }
  }

  @TestFactory
  Stream<DynamicTest> rangesAgree() {
    return Stream.of(
            DType.FLOAT32,
            DType.FLOAT64,
            DType.BFLOAT16,
            DType.FLOAT16,
            DType.INT8,
            DType.INT16,
            DType.INT32,
            DType.INT64)
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> range(dtype)));
  }

  private static void range(DType dtype) {
    for (double[] numbers : new double[][] {{0, 100, 1}, {100, -20, -7}, {3, 3, 1}, {-5, 90, 2}}) {
      compare(
          "Range",
          Map.of(),
          number(dtype, numbers[0]),
          number(dtype, numbers[1]),
          number(dtype, numbers[2]));
    }
    if (dtype.isFloating()) {
      compare("Range", Map.of(), number(dtype, 0.1), number(dtype, 30), number(dtype, 0.3));
      for (int count : new int[] {1, 2, 3, 1_000}) {
        compare(
            "LinSpace", Map.of(), number(dtype, -1.7), number(dtype, 9.3), Tensors.scalar(count));
      }
    }
  }

  private static Tensor number(DType dtype, double value) {
    return Tensors.ofDoubles(dtype, Shape.scalar(), value);
  }

  @Test
  void partitionsAgree() {
    for (DType dtype : WIDTHS) {
      for (long size : new long[] {1, 3, 64}) {
        int[] numbers = new int[50];
        Arrays.setAll(numbers, i -> i * i % 3);
        compare(
            "DynamicPartition",
            Map.of("num_partitions", AttrValue.of(4)),
            KernelContest.plain(dtype, 1, 50, size),
            Tensors.vector(numbers));
      }
    }
  }

  @Test
  void numbersOfNoPartitionAreRefused() {
    Map<String, AttrValue> two = Map.of("num_partitions", AttrValue.of(2));
    try (KernelContest contest =
        KernelContest.of("DynamicPartition", two, DType.FLOAT32, DType.INT32)) {
      for (int bad : new int[] {-1, 2}) {
        assertThatThrownBy(
                () -> contest.runInVectors(Tensors.vector(1f, 2f, 3f), Tensors.vector(0, bad, 1)))
            .hasMessageContaining("partitions must be in [0, 2), partitions[1] is " + bad);
      }
    }
  }

  private static void compare(String op, Map<String, AttrValue> attrs, Tensor... values) {
    DType[] dtypes = Arrays.stream(values).map(Tensor::dtype).toArray(DType[]::new);
    try (KernelContest contest = KernelContest.of(op, attrs, dtypes)) {
      contest.compare(values);
    }
  }
}
