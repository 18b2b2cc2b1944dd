package dev.weir.kernels.vector.internal.data;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Kernels that move, convert or choose elements, against the reference kernels of their ops. */
final class TestDataKernels {
  private static final int[] SIZES = {0, 1, 3, 7, 8, 9, 31, 127, 2_051};

  @TestFactory
  Stream<DynamicTest> castsAgree() {
    DType[][] casts = {
      {DType.FLOAT32, DType.FLOAT64},
      {DType.FLOAT64, DType.FLOAT32},
      {DType.FLOAT32, DType.INT32},
      {DType.FLOAT32, DType.INT64},
      {DType.FLOAT64, DType.INT32},
      {DType.FLOAT64, DType.INT64},
      {DType.INT32, DType.FLOAT32},
      {DType.INT32, DType.FLOAT64},
      {DType.INT32, DType.INT64},
      {DType.INT64, DType.INT32},
      {DType.INT64, DType.FLOAT32},
      {DType.INT64, DType.FLOAT64},
      {DType.BOOL, DType.FLOAT32},
      {DType.BOOL, DType.FLOAT64},
      {DType.BOOL, DType.INT32},
      {DType.BOOL, DType.INT64},
      {DType.UINT8, DType.FLOAT32},
      {DType.UINT8, DType.INT32},
      {DType.FLOAT16, DType.FLOAT32},
      {DType.FLOAT32, DType.FLOAT16},
      {DType.BFLOAT16, DType.FLOAT32},
      {DType.FLOAT32, DType.BOOL},
      {DType.FLOAT64, DType.BOOL},
      {DType.INT32, DType.BOOL},
      {DType.INT64, DType.BOOL},
      {DType.FLOAT32, DType.BFLOAT16}
    };
    return Stream.of(casts)
        .filter(cast -> KernelContest.isKnown("Cast"))
        .map(
            cast ->
                DynamicTest.dynamicTest(cast[0] + " to " + cast[1], () -> cast(cast[0], cast[1])));
  }

  private static void cast(DType from, DType to) {
    try (KernelContest contest = KernelContest.of("Cast", Map.of("DstT", AttrValue.of(to)), from)) {
      boolean isSafe = !from.isFloating() || to.isFloating();
      for (int size : SIZES) {
        contest.compare(
            isSafe
                ? KernelContest.awkward(from, size, size)
                : KernelContest.plain(from, size, size));
      }
      if (to == DType.FLOAT64 || from == DType.FLOAT16) { // on several threads
        contest.compare(KernelContest.plain(from, 1, 2, 70_001));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> transpositionsAgree() {
    long[][] shapes = {
      {1},
      {5},
      {3, 5},
      {17, 33},
      {64, 64},
      {8, 1},
      {1, 9},
      {0, 4},
      {2, 3, 5},
      {4, 1, 37},
      {9, 16, 40},
      {2, 3, 4, 5},
      {2, 19, 3, 33},
      {500, 301}
    };
    List<DynamicTest> tests = new ArrayList<>();
    for (DType dtype : List.of(DType.FLOAT32, DType.INT64, DType.INT16)) {
      for (long[] shape : shapes) {
        if (KernelContest.isKnown("Transpose")) {
          String title = dtype + " " + Shape.of(shape);
          tests.add(DynamicTest.dynamicTest(title, () -> transpose(dtype, shape)));
        }
      }
    }
    return tests.stream();
  }

  private static void transpose(DType dtype, long[] shape) {
    try (KernelContest contest = KernelContest.of("Transpose", Map.of(), dtype, DType.INT32)) {
      permute(contest, KernelContest.plain(dtype, 1, shape), new int[shape.length], 0);
    }
  }

  private static void permute(KernelContest contest, Tensor x, int[] order, int used) {
    if (used == order.length) {
      contest.compare(x, Tensors.vector(order));
      return;
    }
    for (int d = 0; d < order.length; d++) {
      boolean isTaken = false;
      for (int i = 0; i < used; i++) {
        isTaken |= order[i] == d;
      }
      if (!isTaken) {
        order[used] = d;
        permute(contest, x, order, used + 1);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> selectionsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("Select", "SelectV2")) {
      for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.INT16)) {
        if (KernelContest.isKnown(op)) {
          tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> select(op, dtype)));
        }
      }
    }
    return tests.stream();
  }

  private static void select(String op, DType dtype) {
    try (KernelContest contest = KernelContest.of(op, Map.of(), DType.BOOL, dtype, dtype)) {
      for (int size : SIZES) {
        contest.compare(
            KernelContest.awkward(DType.BOOL, size, size),
            KernelContest.awkward(dtype, 1, size),
            KernelContest.awkward(dtype, 2, size));
      }
      if (dtype.isFloating() && op.equals("SelectV2")) { // on several threads
        contest.compare(
            KernelContest.awkward(DType.BOOL, 1, 3, 50_001),
            KernelContest.awkward(dtype, 1, 3, 50_001),
            KernelContest.awkward(dtype, 2, 3, 50_001));
      }
      contest.compare(
          KernelContest.awkward(DType.BOOL, 1),
          KernelContest.awkward(dtype, 1, 5),
          KernelContest.awkward(dtype, 2, 5));
    }
  }

  @Test
  void stretchedSelectionsAgree() {
    long[][][] shapes = {
      {{5, 7}, {5, 7}, {}},
      {{5, 7}, {}, {5, 7}},
      {{401, 33}, {}, {1, 1}},
      {{5, 1}, {5, 7}, {5, 7}},
      {{7}, {5, 7}, {5, 7}},
      {{}, {5, 7}, {7}},
      {{5, 1}, {7}, {1, 1, 1}},
      {{2, 1, 5}, {3, 1}, {4, 1, 3, 5}},
      {{0, 3}, {3}, {}},
      {{700, 1}, {700, 200}, {200}},
      {{1}, {9}, {1, 9}}
    };
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.INT16)) {
      try (KernelContest contest =
          KernelContest.of("SelectV2", Map.of(), DType.BOOL, dtype, dtype)) {
        for (long[][] shape : shapes) {
          contest.compare(
              KernelContest.awkward(DType.BOOL, 1, shape[0]),
              KernelContest.awkward(dtype, 2, shape[1]),
              KernelContest.awkward(dtype, 3, shape[2]));
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> sumsOfManyAgree() {
    return Stream.of(DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.INT64)
        .filter(dtype -> KernelContest.isKnown("AddN"))
        .map(dtype -> DynamicTest.dynamicTest("AddN " + dtype, () -> addN(dtype)));
  }

  private static void addN(DType dtype) {
    try (KernelContest one = KernelContest.of("AddN", Map.of(), dtype);
        KernelContest two = KernelContest.of("AddN", Map.of(), dtype, dtype);
        KernelContest four =
            KernelContest.of("AddN", Map.of(), dtype, dtype, dtype, dtype).within(2, 0)) {
      for (int size : new int[] {0, 1, 7, 9, 4_099, 140_000}) {
        Tensor x = KernelContest.plain(dtype, 1, size);
        Tensor y = KernelContest.plain(dtype, 2, size);
        one.compare(x);
        two.compare(x, y);
        four.compare(x, y, x, KernelContest.plain(dtype, 3, size));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> biasesAgree() {
    return Stream.of("NHWC", "NCHW")
        .filter(format -> KernelContest.isKnown("BiasAdd"))
        .map(format -> DynamicTest.dynamicTest(format, () -> bias(format)));
  }

  private static void bias(String format) {
    Map<String, AttrValue> attrs = Map.of("data_format", AttrValue.of(format));
    long[][] shapes = {{3, 5, 2}, {130, 1, 10}, {2, 7, 3, 7}, {2, 1, 3, 1}, {0, 4, 2, 4}};
    try (KernelContest contest = KernelContest.of("BiasAdd", attrs, DType.FLOAT32, DType.FLOAT32)) {
      for (long[] shape : shapes) {
        long channels = format.equals("NCHW") ? shape[1] : shape[shape.length - 1];
        contest.compare(
            KernelContest.plain(DType.FLOAT32, 1, shape),
            KernelContest.plain(DType.FLOAT32, 2, channels));
      }
    }
  }

  @Test
  void fillsAgree() {
    List<Tensor> values =
        List.of(
            Tensors.scalar(1.5f),
            Tensors.scalar(-2.5),
            Tensors.scalar(7L),
            Tensors.scalar(true),
            Tensors.ofDoubles(DType.FLOAT16, Shape.scalar(), 3));
    for (Tensor value : values) {
      try (KernelContest contest = KernelContest.of("Fill", Map.of(), DType.INT32, value.dtype())) {
        contest.compare(Tensors.vector(new int[0]), value);
        contest.compare(Tensors.vector(0), value);
        contest.compare(Tensors.vector(3, 5), value);
        contest.compare(Tensors.vector(17, 2001), value);
        contest.compare(Tensors.vector(300_001), value);
      }
    }
  }
}
