package dev.weir.kernels.vector.internal.reduce;

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
import org.junit.jupiter.api.TestFactory;

/** Reductions against the reference kernels of their ops. */
final class TestReductionKernels {
  private static final long[][] SHAPES = {
    {1},
    {3},
    {16},
    {2_003},
    {7, 5},
    {5, 17},
    {33, 64},
    {3, 67},
    {2, 3, 4},
    {4, 1, 19},
    {3, 5, 2, 7},
    {0},
    {0, 3},
    {3, 0},
    {1, 1},
    {2, 130, 3},
    {1_500, 2},
    {2, 311, 6}
  };

  private static final long[] WIDTHS = {1, 3, 7, 8, 9, 10, 31, 127, 1000};

  /** Cut in blocks, or shared by several threads; all ops go the same way there. */
  private static final long[][] LARGE = {{300_001}, {2, 140_000}, {700, 300}, {40_000, 5}};

  private static final List<DType> REAL =
      List.of(DType.FLOAT32, DType.FLOAT64, DType.FLOAT16, DType.BFLOAT16);

  private static final List<DType> WHOLE =
      List.of(
          DType.INT8,
          DType.UINT8,
          DType.INT16,
          DType.UINT16,
          DType.INT32,
          DType.UINT32,
          DType.INT64,
          DType.UINT64,
          DType.QINT8);

  @TestFactory
  Stream<DynamicTest> reductionsAgreeAlongAllAxes() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("Sum", "Mean", "Prod", "Max", "Min", "EuclideanNorm")) {
      for (DType dtype : types(op)) {
        for (boolean keepDims : new boolean[] {false, true}) {
          String title = op + " " + dtype + (keepDims ? " keeping dimensions" : "");
          tests.add(DynamicTest.dynamicTest(title, () -> check(op, dtype, keepDims)));
        }
      }
    }
    return tests.stream();
  }

  private static List<DType> types(String op) {
    List<DType> types = new ArrayList<>(REAL);
    types.addAll(WHOLE);
    if (op.equals("Sum") || op.equals("Mean")) {
      types.addAll(List.of(DType.COMPLEX64, DType.COMPLEX128));
    }
    return types;
  }

  private static void check(String op, DType dtype, boolean keepDims) {
    Map<String, AttrValue> attrs = Map.of("keep_dims", new AttrValue.BoolValue(keepDims));
    boolean isExact = dtype.isInteger() || op.equals("Max") || op.equals("Min");
    int ulps = isExact ? 0 : dtype.realPart() == DType.FLOAT64 ? 400 : 2; // in another order
    try (KernelContest contest = KernelContest.of(op, attrs, dtype, DType.INT32).within(ulps, 0)) {
      for (long[] shape : SHAPES) {
        checkAllAxes(contest, dtype, shape, isExact);
      }
      if (!keepDims && (op.equals("Mean") || op.equals("Max"))) {
        for (long[] shape : LARGE) {
          checkAllAxes(contest, dtype, shape, false);
        }
      }
    }
  }

  private static void checkAllAxes(
      KernelContest contest, DType dtype, long[] shape, boolean withAwkwardNumbers) {
    for (int axes = 0; axes < 1 << shape.length; axes++) {
      int[] chosen = axes(shape.length, axes);
      contest.compare(KernelContest.plain(dtype, axes, shape), Tensors.vector(chosen));
      if (withAwkwardNumbers) {
        contest.compare(KernelContest.awkward(dtype, axes, shape), Tensors.vector(chosen));
      }
    }
  }

  /** The dimensions of a set of bits, every other one counted from the end. */
  private static int[] axes(int rank, int bits) {
    int[] axes = new int[Integer.bitCount(bits)];
    int used = 0;
    for (int d = 0; d < rank; d++) {
      if ((bits >> d & 1) != 0) {
        axes[used] = used % 2 == 0 ? d : d - rank;
        used++;
      }
    }
    return axes;
  }

  @TestFactory
  Stream<DynamicTest> truthValuesAgree() {
    return Stream.of("Any", "All").map(op -> DynamicTest.dynamicTest(op, () -> truths(op)));
  }

  private static void truths(String op) {
    for (boolean keepDims : new boolean[] {false, true}) {
      Map<String, AttrValue> attrs = Map.of("keep_dims", AttrValue.of(keepDims));
      try (KernelContest contest = KernelContest.of(op, attrs, DType.BOOL, DType.INT32)) {
        for (long[] shape : SHAPES) {
          for (int axes = 0; axes < 1 << shape.length; axes++) {
            Tensor chosen = Tensors.vector(axes(shape.length, axes));
            contest.compare(KernelContest.awkward(DType.BOOL, axes, shape), chosen);
            for (int share : new int[] {0, 1, 40, 4000}) {
              contest.compare(truths(shape, share, true), chosen);
              contest.compare(truths(shape, share, false), chosen);
            }
          }
        }
      }
    }
  }

  /** One value, with few of the other; none for a share of 0. */
  private static Tensor truths(long[] shape, int share, boolean few) {
    Random random = new Random(share);
    Tensor tensor = Tensor.allocate(DType.BOOL, Shape.of(shape));
    for (long i = 0; i < tensor.elements(); i++) {
      tensor.setBoolean(i, (share > 0 && random.nextInt(share) == 0) == few);
    }
    return tensor.freeze();
  }

  @TestFactory
  Stream<DynamicTest> runningTotalsAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("Cumsum", "Cumprod", "CumulativeLogsumexp")) {
      List<DType> types = new ArrayList<>(REAL);
      if (!op.equals("CumulativeLogsumexp")) {
        types.addAll(WHOLE);
      }
      if (op.equals("Cumsum")) {
        types.addAll(List.of(DType.COMPLEX64, DType.COMPLEX128));
      }
      for (DType dtype : types) {
        tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> runningTotals(op, dtype)));
      }
    }
    return tests.stream();
  }

  private static void runningTotals(String op, DType dtype) {
    for (boolean isExclusive : new boolean[] {false, true}) {
      for (boolean isReverse : new boolean[] {false, true}) {
        Map<String, AttrValue> attrs =
            Map.of("exclusive", AttrValue.of(isExclusive), "reverse", AttrValue.of(isReverse));
        try (KernelContest contest = KernelContest.of(op, attrs, dtype, DType.INT32)) {
          for (long[] shape : SHAPES) {
            for (int axis = 0; axis < shape.length; axis++) {
              contest.compare(KernelContest.awkward(dtype, axis, shape), Tensors.scalar(axis));
            }
          }
          contest.compare(KernelContest.plain(dtype, 1, 3, 5, 700), Tensors.scalar(-2));
        }
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> gradientsOfBiasesAgree() {
    return Stream.of("NHWC", "NCHW")
        .map(format -> DynamicTest.dynamicTest(format, () -> biasGradient(format)));
  }

  private static void biasGradient(String format) {
    Map<String, AttrValue> attrs = Map.of("data_format", AttrValue.of(format));
    try (KernelContest contest =
        KernelContest.of("BiasAddGrad", attrs, DType.FLOAT32).within(2, 0)) {
      contest.compare(KernelContest.plain(DType.FLOAT32, 1, 3, 5, 2));
      contest.compare(KernelContest.plain(DType.FLOAT32, 2, 130, 10, 1));
      contest.compare(KernelContest.plain(DType.FLOAT32, 3, 2, 19, 3, 7));
      contest.compare(KernelContest.plain(DType.FLOAT32, 3, 2, 1, 3, 1));
      contest.compare(KernelContest.plain(DType.FLOAT32, 3, 0, 4, 3, 2));
    }
  }

  @TestFactory
  Stream<DynamicTest> halvedSumsOfSquaresAgree() {
    return REAL.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> halvedSumOfSquares(dtype)));
  }

  private static void halvedSumOfSquares(DType dtype) {
    int ulps = dtype == DType.FLOAT64 ? 400 : 1; // doubles in another order
    try (KernelContest contest = KernelContest.of("L2Loss", Map.of(), dtype).within(ulps, 0)) {
      contest.compare(KernelContest.plain(dtype, 1));
      for (long[] shape : SHAPES) {
        contest.compare(KernelContest.plain(dtype, 1, shape));
      }
      for (long[] shape : LARGE) {
        contest.compare(KernelContest.plain(dtype, 1, shape));
      }
      contest.compare(KernelContest.awkward(dtype, 1, 100));
    }
  }

  @TestFactory
  Stream<DynamicTest> crossEntropiesOfOneLabelAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (DType real : REAL) {
      for (DType dtype : List.of(DType.INT32, DType.INT64)) {
        tests.add(
            DynamicTest.dynamicTest(real + " " + dtype, () -> sparseCrossEntropy(real, dtype)));
      }
    }
    return tests.stream();
  }

  private static void sparseCrossEntropy(DType real, DType dtype) {
    String op = "SparseSoftmaxCrossEntropyWithLogits";
    try (KernelContest contest = within(KernelContest.of(op, Map.of(), real, dtype), real)) {
      for (long width : WIDTHS) {
        contest.compare(KernelContest.plain(real, width, 1, width), labels(dtype, 1, width));
        contest.compare(KernelContest.awkward(real, width, 40, width), labels(dtype, 40, width));
      }
      contest.compare(KernelContest.plain(real, 1, 0, 4), labels(dtype, 0, 4));
      contest.compare(KernelContest.plain(real, 1, 300, 301), labels(dtype, 300, 301));
      assertThatThrownBy(
              () -> contest.runInVectors(KernelContest.plain(real, 1, 4, 3), labels(dtype, 4, 5)))
          .hasMessageContaining("a label must be in [0, 3): labels[3] is 3");
    }
  }

  /** All labels in turn. */
  private static Tensor labels(DType dtype, long count, long classes) {
    Tensor labels = Tensor.allocate(dtype, Shape.of(count));
    for (long i = 0; i < count; i++) {
      labels.setLong(i, i % classes);
    }
    return labels.freeze();
  }

  @TestFactory
  Stream<DynamicTest> crossEntropiesOfManyLabelsAgree() {
    return REAL.stream()
        .map(dtype -> DynamicTest.dynamicTest(dtype.toString(), () -> crossEntropy(dtype)));
  }

  private static void crossEntropy(DType dtype) {
    String op = "SoftmaxCrossEntropyWithLogits";
    try (KernelContest contest = within(KernelContest.of(op, Map.of(), dtype, dtype), dtype)) {
      for (long width : WIDTHS) {
        contest.compare(
            KernelContest.plain(dtype, 1, 1, width), KernelContest.plain(dtype, 2, 1, width));
        contest.compare(
            KernelContest.awkward(dtype, 1, 40, width), KernelContest.plain(dtype, 2, 40, width));
      }
      contest.compare(KernelContest.plain(dtype, 1, 0, 4), KernelContest.plain(dtype, 2, 0, 4));
      contest.compare(KernelContest.plain(dtype, 1, 2, 0), KernelContest.plain(dtype, 2, 2, 0));
      contest.compare(
          KernelContest.plain(dtype, 1, 300, 301), KernelContest.plain(dtype, 2, 300, 301));
      contest.compare(KernelContest.plain(dtype, 1, 5, 9), KernelContest.plain(dtype, 2, 1, 9));
      contest.compare(KernelContest.plain(dtype, 1, 9), KernelContest.plain(dtype, 2, 5, 9));
    }
  }

  @TestFactory
  Stream<DynamicTest> softmaxesAgree() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String op : List.of("Softmax", "LogSoftmax")) {
      for (DType dtype : REAL) {
        tests.add(DynamicTest.dynamicTest(op + " " + dtype, () -> softmax(op, dtype)));
      }
    }
    return tests.stream();
  }

  /** Exponentials differ, in the precision that is computed in. */
  private static KernelContest within(KernelContest contest, DType dtype) {
    return switch (dtype) {
      case FLOAT32 -> contest.within(4, 2e-7);
      case FLOAT64 -> contest.within(400, 1e-14);
      default -> contest.within(1, 0);
    };
  }

  private static void softmax(String op, DType dtype) {
    try (KernelContest contest = within(KernelContest.of(op, Map.of(), dtype), dtype)) {
      for (long width : WIDTHS) {
        contest.compare(KernelContest.plain(dtype, width, width));
        contest.compare(KernelContest.awkward(dtype, width, 40, width));
      }
      contest.compare(KernelContest.plain(dtype, 1, 2, 0));
      contest.compare(KernelContest.plain(dtype, 1, 0, 4));
      contest.compare(KernelContest.plain(dtype, 1, 2, 3, 5));
      contest.compare(KernelContest.plain(dtype, 1, 300, 301));
    }
  }
}
