package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.ops.Ops;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ops have the properties they claim: passes rewrite graphs by them. */
final class TestOpTraits {
  private static final double[] NUMBERS = {-0.75, -0.25, 0.1, 0.3, 0.6, 0.9};
  private static final int[] ORDER = {3, 0, 5, 1, 4, 2};

  private static List<String> ops(Predicate<OpTraits> has) {
    return OpRegistry.standard().all().stream()
        .filter(op -> has.test(op.traits()))
        .map(op -> op.signature().name())
        .sorted()
        .toList();
  }

  private static Stream<String> elementwiseOpsOfFloats() {
    return ops(OpTraits::isElementwise).stream()
        .filter(op -> takesFloats(OpRegistry.standard().get(op).signature()));
  }

  private static boolean takesFloats(Signature signature) {
    Signature.Attr type = signature.attr("T");
    return type != null && signature.toString().replaceAll("float\\d", "").contains("float");
  }

  @ParameterizedTest
  @MethodSource("elementwiseOpsOfFloats")
  void elementwiseOpsWorkInAnyOrderOfElements(String op) {
    int inputs = isList(op) ? 2 : OpRegistry.standard().get(op).signature().inputs().size();
    Tensor[] plain = new Tensor[inputs];
    Tensor[] shuffled = new Tensor[inputs];
    for (int i = 0; i < inputs; i++) {
      double shift = i * 0.05;
      plain[i] = tensor(k -> NUMBERS[k] + shift);
      shuffled[i] = tensor(k -> NUMBERS[ORDER[k]] + shift);
    }
    Tensor expected = run(op, plain);
    Tensor actual = run(op, shuffled);
    assertThat(actual.shape()).isEqualTo(plain[0].shape());
    for (int k = 0; k < ORDER.length; k++) {
      assertThat(number(actual, k)).isEqualTo(number(expected, ORDER[k]));
    }
  }

  @Test
  void activationsAreWhatTheirKindSays() {
    Map<ActivationKind, DoubleUnaryOperator> functions = new EnumMap<>(ActivationKind.class);
    functions.put(ActivationKind.RELU, x -> Math.max(x, 0));
    functions.put(ActivationKind.RELU6, x -> Math.min(Math.max(x, 0), 6));
    functions.put(ActivationKind.LEAKY_RELU, x -> x > 0 ? x : 0.2f * x);
    functions.put(ActivationKind.ELU, x -> x > 0 ? x : Math.expm1(x));
    functions.put(ActivationKind.TANH, Math::tanh);
    functions.put(ActivationKind.SIGMOID, x -> 1 / (1 + Math.exp(-x)));
    assertThat(functions).containsOnlyKeys(ActivationKind.values());
    functions.forEach(TestOpTraits::requireActivation);
  }

  private static void requireActivation(ActivationKind kind, DoubleUnaryOperator function) {
    List<String> ops = ops(traits -> traits.activation() == kind);
    assertThat(ops).as(kind.name()).hasSize(1);
    Tensor result = run(ops.getFirst(), tensor(k -> 10 * NUMBERS[k]));
    for (int k = 0; k < NUMBERS.length; k++) {
      float x = (float) (10 * NUMBERS[k]);
      assertThat((float) result.getDouble(k)).isEqualTo((float) function.applyAsDouble(x));
    }
  }

  @Test
  void additionsAdd() {
    assertThat(ops(OpTraits::isElementwiseAddition))
        .containsExactly("AccumulateNV2", "Add", "AddN", "AddV2");
    for (String op : List.of("Add", "AddN", "AddV2")) {
      Tensor sum = run(op, tensor(k -> k), tensor(k -> 10 * k));
      assertThat(sum.getDouble(5)).as(op).isEqualTo(55);
    }
    assertThat(ops(OpTraits::isBiasAddition)).containsExactly("BiasAdd", "BiasAddV1");
    for (String op : ops(OpTraits::isBiasAddition)) {
      Tensor sum = run(op, tensor(k -> k), Tensors.vector(10f, 20f, 30f));
      assertThat(sum.getDouble(5)).as(op).isEqualTo(35);
    }
  }

  @Test
  void shapeOnlyOpsIgnoreValues() {
    List<String> ops = ops(OpTraits::isShapeOnly);
    assertThat(ops).containsExactly("Rank", "Shape", "ShapeN", "Size");
    for (String op : ops) {
      assertThat(run(op, tensor(k -> k))).as(op).hasToString(run(op, tensor(k -> -k)).toString());
    }
  }

  private interface Numbers {
    double at(int k);
  }

  private static Tensor tensor(Numbers numbers) {
    double[] values = IntStream.range(0, NUMBERS.length).mapToDouble(numbers::at).toArray();
    return Tensors.ofDoubles(DType.FLOAT32, Shape.of(2, 3), values);
  }

  private static Double number(Tensor tensor, int k) {
    if (tensor.dtype() == DType.BOOL) {
      return tensor.getBoolean(k) ? 1.0 : 0.0;
    }
    return tensor.getDouble(k);
  }

  private static boolean isList(String op) {
    OpDefinition definition = OpRegistry.standard().get(op);
    return definition.signature().inputs().get(0).isList();
  }

  private static Tensor run(String op, Tensor... values) {
    Graph graph = new Graph();
    Ops on = Ops.create(graph);
    List<Output> inputs = new ArrayList<>();
    for (Tensor value : values) {
      inputs.add(on.constant(value));
    }
    NodeBuilder builder = graph.node(op, "node");
    if (isList(op)) {
      builder.inputList(inputs);
    } else {
      inputs.forEach(builder::input);
    }
    if (builder.accepts("shape")) {
      builder.attr("shape", AttrValue.of(values[0].shape()));
    }
    Output result = builder.build().output(0);
    try (Session session = Session.open(graph)) {
      Runner runner = session.runner().fetch(result);
      return runner.run().get(0);
    }
  }
}
