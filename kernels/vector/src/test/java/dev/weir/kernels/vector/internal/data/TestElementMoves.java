package dev.weir.kernels.vector.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Ops that copy, gather and scatter by {@link VectorMoves}, against their own loops. */
final class TestElementMoves {
  /** One of each width. */
  private static final List<DType> WIDTHS =
      List.of(DType.UINT8, DType.INT16, DType.FLOAT32, DType.INT64, DType.BFLOAT16);

  /** Shapes with rows of few and of many bytes, of powers of two and not. */
  private static final long[][] SHAPES = {
    {1, 1}, {3, 5}, {7, 2}, {17, 33}, {64, 64}, {40, 1}, {1, 90}, {0, 4}, {41, 301}
  };

  /** Enough for several threads. */
  private static final long[] LARGE = {3, 50_001};

  @TestFactory
  Stream<DynamicTest> partsAgree() {
    return each(
        (dtype, shape) -> {
          int[] begin = begin(shape);
          int[] size = new int[] {(int) shape[0] - begin[0], (int) shape[1] - begin[1]};
          compare("Slice", Map.of(), plain(dtype, shape), vector(begin), vector(size));
          for (int step : new int[] {1, 2, 3, -1, -2}) {
            int[] end = step > 0 ? ints(shape) : new int[] {-9_999_999, -9_999_999};
            int[] start = step > 0 ? begin : ints(shape);
            Tensor steps = vector(1, step);
            int[] ends = {(int) shape[0], end[1]};
            compare(
                "StridedSlice",
                Map.of(),
                plain(dtype, shape),
                vector(begin[0], start[1]),
                vector(ends),
                steps);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> joinsAgree() {
    return each(
        (dtype, shape) -> {
          Tensor x = plain(dtype, shape);
          Tensor y = KernelContest.plain(dtype, 2, shape);
          compare("Concat", Map.of(), Tensors.scalar(0), x, y);
          compare("Concat", Map.of(), Tensors.scalar(1), x, y);
          for (int axis = 0; axis < 3; axis++) {
            compare("Pack", Map.of("axis", AttrValue.of(axis)), x, y);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> cutsAgree() {
    return each(
        (dtype, shape) -> {
          Tensor x = plain(dtype, shape);
          int first = (int) shape[1] / 3;
          compare(
              "SplitV",
              Map.of("num_split", AttrValue.of(2)),
              x,
              vector(first, (int) shape[1] - first),
              Tensors.scalar(1));
          if (shape[1] < 100) {
            compare(
                "Unpack", Map.of("axis", AttrValue.of(1), "num", AttrValue.of((int) shape[1])), x);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> paddingsAgree() {
    return each(
        (dtype, shape) -> {
          Tensor x = plain(dtype, shape);
          for (int[] around : new int[][] {{0, 0, 0, 0}, {1, 2, 3, 4}, {0, 1, 0, 17}}) {
            Tensor paddings = Tensors.of(Shape.of(2, 2), around);
            compare("Pad", Map.of(), x, paddings);
            compare("PadV2", Map.of(), x, paddings, plain(dtype));
            if (shape[0] > 9 && shape[1] > 40) {
              Map<String, AttrValue> mode = Map.of("mode", AttrValue.of("REFLECT"));
              compare("MirrorPad", mode, x, paddings);
              compare("MirrorPadGrad", mode, x, paddings);
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> repetitionsAgree() {
    return each(
        (dtype, shape) -> {
          Tensor x = plain(dtype, shape);
          compare("Tile", Map.of(), x, vector(2, 3));
          compare("BroadcastTo", Map.of(), x, vector(2, (int) shape[0], (int) shape[1]));
          compare("BroadcastTo", Map.of(), plain(dtype, shape[0], 1), vector(ints(shape)));
          compare("BroadcastTo", Map.of(), plain(dtype), vector(ints(shape)));
        });
  }

  @TestFactory
  Stream<DynamicTest> turnsAgree() {
    return each(
        (dtype, shape) -> {
          Tensor x = plain(dtype, shape);
          compare("ReverseV2", Map.of(), x, vector(1));
          compare("ReverseV2", Map.of(), x, vector(0, 1));
          compare("Roll", Map.of(), x, vector(1, -3), vector(0, 1));
          compare("Transpose", Map.of(), x, vector(1, 0));
          compare("ConjugateTranspose", Map.of(), x, vector(1, 0));
          Tensor lengths = indices(DType.INT32, (int) shape[1] + 1, shape[0]);
          compare("ReverseSequence", Map.of("seq_dim", AttrValue.of(1)), x, lengths);
        });
  }

  @TestFactory
  Stream<DynamicTest> blocksAgree() {
    return WIDTHS.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> blocks(dtype)));
  }

  private static void blocks(DType dtype) {
    for (long channels : new long[] {1, 2, 3, 8, 21}) {
      Map<String, AttrValue> two = Map.of("block_size", AttrValue.of(2));
      compare("SpaceToDepth", two, plain(dtype, 3, 6, 8, channels));
      compare("DepthToSpace", two, plain(dtype, 3, 6, 8, 4 * channels));
      Tensor none = Tensors.of(Shape.of(2, 2), new int[4]);
      Tensor some = Tensors.of(Shape.of(2, 2), new int[] {1, 1, 0, 2});
      for (Tensor margins : List.of(none, some)) {
        compare("SpaceToBatchND", Map.of(), plain(dtype, 3, 6, 8, channels), vector(2, 2), margins);
        compare(
            "BatchToSpaceND", Map.of(), plain(dtype, 12, 3, 4, channels), vector(2, 2), margins);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> gathersAgree() {
    return each(
        (dtype, shape) -> {
          Tensor x = plain(dtype, shape);
          for (DType type : List.of(DType.INT16, DType.INT32, DType.INT64)) {
            for (int axis = 0; axis < 2; axis++) {
              int bound = (int) Math.min(30_000, shape[axis]);
              if (bound > 0 && shape[0] > 0) {
                Tensor chosen = indices(type, bound, 40, 2);
                compare("GatherV2", Map.of(), x, chosen, Tensors.scalar(axis));
                Tensor one = indices(type, (int) Math.min(30_000, shape[0]), 50, 1);
                compare("GatherNd", Map.of(), x, one);
              }
            }
          }
          if (shape[0] > 0) {
            Map<String, AttrValue> batched = Map.of("batch_dims", AttrValue.of(1));
            Tensor each = indices(DType.INT32, (int) shape[1], shape[0], 3);
            compare("GatherV2", batched, x, each, Tensors.scalar(1));
            int both = (int) Math.min(shape[0], shape[1]);
            compare("GatherNd", Map.of(), x, indices(DType.INT32, both, 5_000, 2));
          }
        });
  }

  @Test
  void badIndicesAreRefusedAsByTheReference() {
    Tensor x = plain(DType.FLOAT32, 10, 6);
    for (int bad : new int[] {-1, 10, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      Tensor rows = Tensors.vector(1, bad, 2);
      Tensor places = Tensors.of(Shape.of(3, 1), 1, bad, 2);
      Tensor updates = plain(DType.FLOAT32, 3, 6);
      refused("GatherV2", Map.of(), "indices must be in", x, rows, Tensors.scalar(0));
      refused("GatherNd", Map.of(), "indices must lie within", x, places);
      refused("TensorScatterAdd", Map.of(), "indices must lie within", x, places, updates);
      refused(
          "ScatterNd", Map.of(), "indices must lie within", places, updates, Tensors.vector(10, 6));
    }
  }

  @Test
  void badIndicesCanBeSkipped() {
    Map<String, AttrValue> skip = Map.of("bad_indices_policy", AttrValue.of("IGNORE"));
    Tensor places = Tensors.of(Shape.of(4, 2), 1, -1, 3, 2, 10, 0, 9, 5);
    for (DType dtype : WIDTHS) {
      compare("GatherNd", skip, plain(dtype, 10, 6), places);
      compare("GatherNd", skip, plain(dtype, 10, 6, 5), places);
      for (String op : List.of("TensorScatterUpdate", "TensorScatterAdd")) {
        compare(op, skip, plain(dtype, 10, 6, 5), places, plain(dtype, 4, 5));
        compare(op, skip, plain(dtype, 10, 6), places, plain(dtype, 4));
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> scattersAgree() {
    return Stream.of(DType.values())
        .filter(dtype -> dtype.isInteger() || dtype.isFloating())
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> scatter(dtype)));
  }

  private static void scatter(DType dtype) {
    for (String op : List.of("Update", "Add", "Sub", "Max", "Min")) {
      String name = "TensorScatter" + op;
      compareAwkward(name, dtype, new long[] {50, 13}, indices(DType.INT32, 50, 200, 1), 200, 13);
      compareAwkward(name, dtype, new long[] {50, 13}, indices(DType.INT64, 13, 3_000, 2), 3_000);
      compareAwkward(
          name, dtype, new long[] {300, 64}, indices(DType.INT32, 300, 6_000, 1), 6_000, 64);
    }
    Tensor places = indices(DType.INT32, 30, 2_000, 1);
    compare("ScatterNd", Map.of(), places, KernelContest.plain(dtype, 3, 2_000, 7), vector(30, 7));
  }

  private static void compareAwkward(
      String op, DType dtype, long[] table, Tensor places, long... updates) {
    try (KernelContest contest = KernelContest.of(op, Map.of(), dtype, places.dtype(), dtype)) {
      contest.compare(
          KernelContest.awkward(dtype, 1, table), places, KernelContest.awkward(dtype, 2, updates));
    }
  }

  @Test
  void complexNumbersAreMovedAndAdded() {
    for (DType dtype : List.of(DType.COMPLEX64, DType.COMPLEX128)) {
      Tensor table = complex(dtype, 20, 5);
      Tensor places = indices(DType.INT32, 20, 60, 1);
      Tensor updates = complex(dtype, 60, 5);
      compare("GatherNd", Map.of(), table, places);
      compare("Transpose", Map.of(), complex(dtype, 33, 40), vector(1, 0));
      compare("ConjugateTranspose", Map.of(), complex(dtype, 33, 40), vector(1, 0));
      for (String op : List.of("Update", "Add", "Sub")) {
        compare("TensorScatter" + op, Map.of(), table, places, updates);
      }
    }
  }

  private static Tensor complex(DType dtype, long... sizes) {
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      tensor.setComplex(i, 0.1 * i, 1.0 / (i + 3));
    }
    return tensor.freeze();
  }

  @Test
  void stitchedSlicesAgree() {
    for (DType dtype : WIDTHS) {
      for (long size : new long[] {1, 3, 64}) {
        compare(
            "DynamicStitch",
            Map.of(),
            vector(0, 2, 5),
            vector(1, 2, 7),
            plain(dtype, 3, size),
            KernelContest.plain(dtype, 5, 3, size));
      }
    }
  }

  // helpers

  private interface Comparison {
    void run(DType dtype, long[] shape);
  }

  private static Stream<DynamicTest> each(Comparison comparison) {
    return WIDTHS.stream()
        .flatMap(
            dtype ->
                Stream.concat(
                        Arrays.stream(SHAPES),
                        dtype == DType.FLOAT32 ? Stream.of(LARGE) : Stream.empty())
                    .map(
                        shape ->
                            DynamicTest.dynamicTest(
                                dtype + " " + Shape.of(shape),
                                () -> comparison.run(dtype, shape))));
  }

  private static void compare(String op, Map<String, AttrValue> attrs, Tensor... values) {
    DType[] dtypes = Arrays.stream(values).map(Tensor::dtype).toArray(DType[]::new);
    try (KernelContest contest = KernelContest.of(op, attrs, dtypes)) {
      contest.compare(values);
    }
  }

  private static void refused(
      String op, Map<String, AttrValue> attrs, String message, Tensor... values) {
    DType[] dtypes = Arrays.stream(values).map(Tensor::dtype).toArray(DType[]::new);
    try (KernelContest contest = KernelContest.of(op, attrs, dtypes)) {
      Assertions.assertThatThrownBy(() -> contest.runInVectors(values))
          .hasMessageContaining(message);
    }
  }

  private static Tensor plain(DType dtype, long... sizes) {
    return KernelContest.plain(dtype, 1, sizes);
  }

  private static Tensor vector(int... values) {
    return Tensors.vector(values);
  }

  private static int[] ints(long[] shape) {
    return Arrays.stream(shape).mapToInt(Math::toIntExact).toArray();
  }

  private static int[] begin(long[] shape) {
    return Arrays.stream(shape).mapToInt(size -> size > 2 ? 1 : 0).toArray();
  }

  private static Tensor indices(DType dtype, int bound, long... sizes) {
    Random random = new Random(7);
    Tensor tensor = Tensor.allocate(dtype, Shape.of(sizes));
    for (long i = 0; i < tensor.elements(); i++) {
      tensor.setLong(i, random.nextInt(bound));
    }
    assertThat(tensor.elements()).isEqualTo(Shape.of(sizes).elements());
    return tensor.freeze();
  }
}
