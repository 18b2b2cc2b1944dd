package dev.weir.kernels.vector.internal.recurrent;

import dev.weir.graph.AttrValue;
import dev.weir.kernels.vector.KernelContest;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Recurrent cells, and LSTMs over sequences, against the reference kernels of their ops. */
final class TestRecurrentKernels {
  private static final DType FLOAT = DType.FLOAT32;
  private static final double DIFFERENCE = 1e-5;

  /** Steps, batch, inputs and cells; the last is large enough to be cut into blocks. */
  private static final long[][] SIZES = {
    {1, 1, 1, 1}, {3, 2, 3, 7}, {2, 3, 0, 9}, {3, 0, 2, 4}, {5, 9, 17, 33}, {4, 8, 5, 144}
  };

  private static long[] shape(long... sizes) {
    return sizes;
  }

  private static Tensor uniform(int seed, float scale, long... sizes) {
    Tensor tensor = Tensor.allocate(FLOAT, Shape.of(sizes));
    Random random = new Random(seed);
    for (long i = 0; i < tensor.elements(); i++) {
      tensor.setFloat(i, scale * (2 * random.nextFloat() - 1));
    }
    return tensor.freeze();
  }

  private static Tensor some(int seed, long... sizes) {
    return uniform(seed, 1, sizes);
  }

  /** Numbers that are small, as weights are. */
  private static Tensor weights(int seed, long... sizes) {
    return uniform(seed, 0.2f, sizes);
  }

  /** What {@code x} is followed by: states, weights, peepholes and bias. */
  private static List<Tensor> lstm(Tensor x, long batch, long inputs, long cells) {
    List<Tensor> values = new ArrayList<>();
    values.add(x);
    values.add(some(2, shape(batch, cells)));
    values.add(some(3, shape(batch, cells)));
    values.add(weights(4, shape(inputs + cells, 4 * cells)));
    for (int peephole = 0; peephole < 3; peephole++) {
      values.add(weights(5 + peephole, shape(cells)));
    }
    values.add(weights(8, shape(4 * cells)));
    return values;
  }

  private static Map<String, AttrValue> attrs(String op, boolean hasPeepholes, float clip) {
    Map<String, AttrValue> attrs = new HashMap<>();
    attrs.put("use_peephole", AttrValue.of(hasPeepholes));
    if (!op.contains("Grad")) {
      attrs.put("cell_clip", AttrValue.of(clip));
    }
    return attrs;
  }

  private static void compare(
      String op, Map<String, AttrValue> attrs, List<Tensor> values, double difference) {
    DType[] dtypes = values.stream().map(Tensor::dtype).toArray(DType[]::new);
    try (KernelContest contest = KernelContest.of(op, attrs, dtypes)) {
      contest.within(4, difference).compare(values.toArray(Tensor[]::new));
    }
  }

  @TestFactory
  Stream<DynamicTest> sequencesAgree() {
    return Arrays.stream(SIZES)
        .flatMap(
            size ->
                Stream.of("BlockLSTM", "BlockLSTMV2")
                    .map(
                        op ->
                            DynamicTest.dynamicTest(
                                op + Arrays.toString(size), () -> sequences(op, size))));
  }

  private static void sequences(String op, long[] size) {
    for (long length = 0; length <= size[0]; length++) {
      List<Tensor> values = new ArrayList<>();
      values.add(Tensors.scalar(length));
      Tensor x = some(1, shape(size[0], size[1], size[2]));
      values.addAll(lstm(x, size[1], size[2], size[3]));
      boolean hasPeepholes = length % 2 == 0;
      compare(op, attrs(op, hasPeepholes, length == 1 ? 0 : 0.4f), values, DIFFERENCE);
      for (int i = 0; i < 9; i++) {
        values.add(some(20 + i, shape(size[0], size[1], size[3])));
      }
      String gradient = op.replace("LSTM", "LSTMGrad");
      double difference = DIFFERENCE * (1 + size[0] * size[1] * size[3] / 4.0);
      compare(gradient, attrs(gradient, hasPeepholes, 0), values, difference);
    }
  }

  @TestFactory
  Stream<DynamicTest> cellsAgree() {
    return Arrays.stream(SIZES)
        .map(size -> DynamicTest.dynamicTest(Arrays.toString(size), () -> cells(size)));
  }

  private static void cells(long[] size) {
    long batch = size[1];
    long inputs = size[2];
    long cells = size[3];
    Tensor x = some(1, shape(batch, inputs));
    List<Tensor> values = lstm(x, batch, inputs, cells);
    compare("LSTMBlockCell", attrs("", true, 0.3f), values, DIFFERENCE);
    for (int i = 0; i < 8; i++) {
      values.add(some(20 + i, shape(batch, cells)));
    }
    compare("LSTMBlockCellGrad", attrs("Grad", true, 0), values, DIFFERENCE * (1 + batch));
    List<Tensor> units = new ArrayList<>();
    units.add(x);
    units.add(some(2, shape(batch, cells)));
    units.add(weights(3, shape(inputs + cells, 2 * cells)));
    units.add(weights(4, shape(inputs + cells, cells)));
    units.add(weights(5, shape(2 * cells)));
    units.add(weights(6, shape(cells)));
    compare("GRUBlockCell", Map.of(), units, DIFFERENCE);
    for (int i = 0; i < 4; i++) {
      units.add(some(20 + i, shape(batch, cells)));
    }
    compare("GRUBlockCellGrad", Map.of(), units, DIFFERENCE * (1 + cells / 4.0));
  }
}
