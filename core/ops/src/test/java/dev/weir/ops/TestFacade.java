package dev.weir.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Java values in place of operands, ops by name, and arithmetic in chains. */
final class TestFacade {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  private Output placeholder(long... sizes) {
    return ops.placeholder(DType.FLOAT32, Shape.of(sizes));
  }

  private static Tensor constant(Output value) {
    assertThat(value.node().op().signature().name()).isEqualTo("Const");
    return value.node().attrs().tensor("value");
  }

  private static Tensor argument(Operand result, int input) {
    return constant(result.asOutput().node().inputs().get(input));
  }

  @Test
  void axesAreInt32Constants() {
    Output mean = ops.math.mean(placeholder(2, 3, 4), 0, 2);
    assertThat(mean.shape()).isEqualTo(Shape.of(3));
    assertThat(argument(mean, 1).toString()).contains("int32[2]");
  }

  @Test
  void reductionsWithoutAxesReduceEverything() {
    assertThat(ops.math.sum(placeholder(2, 3)).shape()).isEqualTo(Shape.scalar());
    Output unknown = ops.placeholder(DType.FLOAT32);
    Output sum = ops.withName("total").math.sum(unknown);
    assertThat(sum.name()).isEqualTo("total:0");
    assertThat(sum.node().inputs().get(1).name()).isEqualTo("total/axes:0");
    assertThat(sum.node().inputs().get(1).node().op().signature().name()).isEqualTo("Range");
  }

  @Test
  void keptDimensionsHaveSizeOne() {
    Output max = ops.math.max(placeholder(2, 3), new int[] {-1}, true);
    assertThat(max.shape()).isEqualTo(Shape.of(2, 1));
  }

  @Test
  void constantsAreNamedBelowTheNode() {
    Output x = placeholder(2, 3);
    Output first = ops.math.mean(x, 0);
    Output second = ops.math.mean(x, 1);
    Output named = ops.withSubScope("layer").withName("average").math.mean(x, 0);
    assertThat(first.name()).isEqualTo("Mean:0");
    assertThat(first.node().inputs().get(1).name()).isEqualTo("Mean/axes:0");
    assertThat(second.name()).isEqualTo("Mean_1:0");
    assertThat(second.node().inputs().get(1).name()).isEqualTo("Mean_1/axes:0");
    assertThat(named.name()).isEqualTo("layer/average:0");
    assertThat(named.node().inputs().get(1).name()).isEqualTo("layer/average/axes:0");
  }

  @Test
  void constantsAreInTheScopeOfTheirNode() {
    Node barrier = ops.control.noOp();
    Output sum =
        ops.withDevice("/device:CPU:1")
            .withControlDependencies(barrier)
            .math
            .add(placeholder(2), 1);
    Node number = sum.node().inputs().get(1).node();
    assertThat(number.device()).isEqualTo(sum.node().device());
    assertThat(number.controlInputs()).containsExactly(barrier);
  }

  @Test
  void sizesAreInt64OnlyIfTheyMustBe() {
    Output x = placeholder(2, 3);
    assertThat(argument(ops.array.reshape(x, -1, 6), 1).dtype()).isEqualTo(DType.INT32);
    Output empty = ops.placeholder(DType.FLOAT32, Shape.of(0));
    long large = 1L << 40;
    assertThat(argument(ops.array.reshape(empty, 0, large), 1).dtype()).isEqualTo(DType.INT64);
    Output slice =
        ops.array.slice(ops.placeholder(DType.FLOAT32), new long[] {0}, new long[] {large});
    assertThat(argument(slice, 1).dtype()).isEqualTo(DType.INT64);
    assertThat(argument(slice, 2).dtype()).isEqualTo(DType.INT64);
  }

  @Test
  void shapesFollowFromJavaValues() {
    Output x = placeholder(2, 3, 4);
    assertThat(ops.array.reshape(x, -1, 12).shape()).isEqualTo(Shape.of(2, 12));
    assertThat(ops.array.reshape(x, Shape.of(-1, 4)).shape()).isEqualTo(Shape.of(6, 4));
    assertThat(ops.array.transpose(x, 0, 2, 1).shape()).isEqualTo(Shape.of(2, 4, 3));
    assertThat(ops.array.transpose(x).shape()).isEqualTo(Shape.of(4, 3, 2));
    assertThat(ops.array.expandDims(x, 0).shape()).isEqualTo(Shape.of(1, 2, 3, 4));
    assertThat(ops.array.concat(1, x, x).shape()).isEqualTo(Shape.of(2, 6, 4));
    assertThat(ops.array.concat(List.of(x, x), -1).shape()).isEqualTo(Shape.of(2, 3, 8));
    assertThat(ops.array.split(2, x, 2)).extracting(Output::shape).containsOnly(Shape.of(2, 3, 2));
    assertThat(ops.array.splitV(x, new long[] {1, 2}, 1))
        .extracting(Output::shape)
        .containsExactly(Shape.of(2, 1, 4), Shape.of(2, 2, 4));
    assertThat(ops.array.slice(x, new long[] {0, 1, 0}, new long[] {1, -1, 2}).shape())
        .isEqualTo(Shape.of(1, 2, 2));
    assertThat(ops.array.pad(x, new int[][] {{0, 0}, {1, 1}, {0, 2}}).shape())
        .isEqualTo(Shape.of(2, 5, 6));
    assertThat(ops.array.tile(x, 1, 2, 3).shape()).isEqualTo(Shape.of(2, 6, 12));
    assertThat(ops.array.gather(x, ops.constant(new int[] {1}), 2).shape())
        .isEqualTo(Shape.of(2, 3, 1));
    assertThat(ops.array.fill(Shape.of(2, 2), 7, DType.INT64).shape()).isEqualTo(Shape.of(2, 2));
    assertThat(ops.array.range(2, 10, 3).shape()).isEqualTo(Shape.of(3));
    assertThat(ops.array.range(0, ops.constant(5L), 1).dtype()).isEqualTo(DType.INT64);
    assertThat(ops.array.oneHot(ops.constant(new int[] {1, 0}), 5).shape())
        .isEqualTo(Shape.of(2, 5));
    assertThat(ops.array.broadcastTo(x, Shape.of(5, 2, 3, 4)).shape())
        .isEqualTo(Shape.of(5, 2, 3, 4));
    assertThat(ops.math.argMax(x, 1).shape()).isEqualTo(Shape.of(2, 4));
    assertThat(ops.nn.topK(x, 2).values().shape()).isEqualTo(Shape.of(2, 3, 2));
    assertThat(ops.random.randomUniform(Shape.of(3), DType.FLOAT32).shape()).isEqualTo(Shape.of(3));
  }

  @Test
  void reversesDimensionsOfUnknownRank() {
    Output transposed = ops.withName("t").array.transpose(ops.placeholder(DType.FLOAT32));
    assertThat(transposed.name()).isEqualTo("t:0");
    assertThat(transposed.node().inputs().get(1).name()).isEqualTo("t/perm:0");
  }

  @Test
  void rejectsPaddingsThatAreNoPairs() {
    assertThatThrownBy(() -> ops.array.pad(placeholder(2), new int[][] {{1}}))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("paddings must have two numbers for each dimension, row 0 has 1");
  }

  @Test
  void rejectsPartlyKnownShapes() {
    assertThatThrownBy(() -> ops.array.zeros(Shape.of(-1, 2), DType.FLOAT32))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("dims must be fully known");
  }

  @Test
  void numbersTakeTheElementTypeOfTheOperand() {
    for (DType dtype : List.of(DType.FLOAT16, DType.FLOAT64, DType.INT32, DType.COMPLEX64)) {
      Output x = ops.placeholder(dtype, Shape.of(2));
      assertThat(argument(ops.math.mul(x, 2f), 1).dtype()).isEqualTo(dtype);
      assertThat(argument(ops.math.sub(1, x), 0).dtype()).isEqualTo(dtype);
    }
  }

  @Test
  void rejectsNumbersTheElementTypeCannotRepresent() {
    Output x = ops.placeholder(DType.INT32, Shape.of(2));
    assertThatThrownBy(() -> ops.math.mul(x, 2.5))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("2.5 is not representable as int32");
    Output text = ops.placeholder(DType.STRING);
    assertThatThrownBy(() -> ops.math.add(text, 1))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("string is not a type of numbers");
  }

  @Test
  void chainsReadFromLeftToRight() {
    Output x = placeholder(2);
    Output b = placeholder(2);
    Operand y = ops.math.of(x).times(2).plus(b).squared();
    Node square = y.asOutput().node();
    Node sum = square.inputs().get(0).node();
    Node product = sum.inputs().get(0).node();
    assertThat(square.op().signature().name()).isEqualTo("Square");
    assertThat(sum.op().signature().name()).isEqualTo("AddV2");
    assertThat(sum.inputs().get(1)).isEqualTo(b);
    assertThat(product.op().signature().name()).isEqualTo("Mul");
    assertThat(product.inputs().get(0)).isEqualTo(x);
    assertThat(constant(product.inputs().get(1)).getFloat(0)).isEqualTo(2f);
    assertThat(ops.nn.relu(ops.math.of(x).minus(1).dividedBy(b).negated()).shape())
        .isEqualTo(Shape.of(2));
  }

  @Test
  void crossEntropiesTakeLabelsFirst() {
    Output logits = placeholder(4, 3);
    Output labels = placeholder(4, 3);
    Output classes = ops.placeholder(DType.INT32, Shape.of(4));
    Output loss = ops.nn.softmaxCrossEntropyWithLogits(labels, logits);
    assertThat(loss.node().inputs()).containsExactly(logits, labels);
    Output sparse = ops.nn.sparseSoftmaxCrossEntropyWithLogits(classes, logits);
    assertThat(sparse.node().inputs()).containsExactly(logits, classes);
    Output sequences = placeholder(2, 5, 3);
    assertThat(ops.nn.softmaxCrossEntropyWithLogits(placeholder(2, 5, 3), sequences).shape())
        .isEqualTo(Shape.of(2, 5));
  }

  @Test
  void anyOpIsBuiltByItsName() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(2, 3, 3));
    Output y = ops.op("BatchMatMul").input(x).input(x).attr("adj_x", true).build().output(0);
    assertThat(y.shape()).isEqualTo(Shape.of(2, 3, 3));
    assertThatThrownBy(() -> ops.op("BatchMatMul").input(x).build())
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("BatchMatMul");
    assertThatThrownBy(() -> ops.op("NoSuchOp"))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("no op is called \"NoSuchOp\"");
  }
}
