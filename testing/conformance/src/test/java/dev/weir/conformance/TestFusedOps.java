package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Nodes that stand for several ops give what these give, also where TensorFlow has no kernel to
 * compare with; and fast kernels give what the reference gives. All samples, in all types.
 */
final class TestFusedOps {
  private static final String PRODUCT = "_FusedMatMul";
  private static final String CONVOLUTION = "_FusedConv2D";

  /** A kernel that rounds less often differs by one rounding of the activation's input. */
  private static final Tolerance FEW_BITS = Tolerance.of(0.13, 0.02);

  private static final Tolerance ANOTHER_ORDER = Tolerance.of(2e-6, 1e-6);
  private static final Tolerance MANY_BITS = Tolerance.of(1e-13, 1e-13);

  private static Stream<OpSample> samples() {
    return Samples.all().stream()
        .filter(sample -> sample.op().equals(PRODUCT) || sample.op().equals(CONVOLUTION))
        .filter(sample -> sample.refusal() == null && sample.isAsked());
  }

  private static List<DType> dtypes(String op) {
    return OpRegistry.standard().get(op).signature().attrs().stream()
        .filter(attr -> attr.name().equals("T"))
        .flatMap(attr -> attr.allowed().stream())
        .map(value -> ((AttrValue.TypeValue) value).value())
        .filter(DType::isFloating)
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> nodesGiveWhatTheirOpsGive() {
    return samples()
        .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> compareWithOps(sample)));
  }

  private static void compareWithOps(OpSample sample) {
    for (DType dtype : dtypes(sample.op())) {
      Map<String, Tensor> feeds = new LinkedHashMap<>();
      Graph graph = new Graph();
      Node fused = build(sample, dtype, graph, feeds);
      UnfusedOps unfused = new UnfusedOps(Ops.create(graph), fused);
      Output expected = unfused.build();
      List<Tensor> both = run(graph, feeds, reference(), fused.output(0), expected);
      Tolerance allowed = unfused.isExact() ? Tolerance.ofUlps(0) : bound(dtype, ANOTHER_ORDER);
      assertThat(allowed.compare(both.get(0), both.get(1)).difference())
          .as("%s in %s", sample, dtype)
          .isNull();
    }
  }

  @TestFactory
  Stream<DynamicTest> fastKernelsGiveWhatTheReferenceGives() {
    return samples()
        .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> compareFast(sample)));
  }

  private static void compareFast(OpSample sample) {
    for (DType dtype : dtypes(sample.op())) {
      Map<String, Tensor> feeds = new LinkedHashMap<>();
      Graph graph = new Graph();
      Output fused = build(sample, dtype, graph, feeds).output(0);
      Tensor expected = run(graph, feeds, reference(), fused).getFirst();
      Tensor fast = run(graph, feeds, LocalOptions.standard(), fused).getFirst();
      // Sums and functions of oneDNN's own: a sample is no reason to be stricter than that.
      if (bound(dtype, ANOTHER_ORDER).compare(fast, expected).difference() != null) {
        Tolerance allowed = bound(dtype, sample.tolerance());
        assertThat(allowed.compare(fast, expected).difference())
            .as("%s in %s", sample, dtype)
            .isNull();
      }
    }
  }

  private static Tolerance bound(DType dtype, Tolerance inSinglePrecision) {
    return switch (dtype) {
      case FLOAT16, BFLOAT16 -> FEW_BITS;
      case FLOAT64 -> MANY_BITS;
      default -> inSinglePrecision;
    };
  }

  private static LocalOptions reference() {
    return LocalOptions.builder().kernels(KernelSelector.reference()).build();
  }

  private static List<Tensor> run(
      Graph graph, Map<String, Tensor> feeds, LocalOptions config, Output... outputs) {
    try (Session session = Session.open(graph, config)) {
      Runner runner = session.runner();
      feeds.forEach(runner::feed);
      for (Output output : outputs) {
        runner.fetch(output.name());
      }
      return runner.run();
    }
  }

  /** The node of a sample, in a type that the sample need not have; its inputs are fed. */
  private static Node build(OpSample sample, DType dtype, Graph graph, Map<String, Tensor> feeds) {
    Ops ops = Ops.create(graph);
    Signature signature = OpRegistry.standard().get(sample.op()).signature();
    NodeBuilder builder = graph.node(sample.op(), SampleCase.NODE);
    List<List<Tensor>> tensors = SampleCase.of(sample).getFirst().tensors();
    for (int i = 0; i < tensors.size(); i++) {
      List<Output> outputs = new ArrayList<>();
      for (Tensor tensor : tensors.get(i)) {
        Output input = ops.withName("input" + feeds.size()).placeholder(dtype);
        feeds.put(input.name(), in(dtype, tensor));
        outputs.add(input);
      }
      if (signature.inputs().get(i).isList()) {
        builder.inputList(outputs);
      } else {
        builder.input(outputs.getFirst());
      }
    }
    sample.attrs().forEach(builder::attr);
    return builder.attr("T", dtype).build();
  }

  private static Tensor in(DType dtype, Tensor tensor) {
    double[] numbers = new double[(int) tensor.elements()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = tensor.getDouble(i);
    }
    return Values.of(tensor.shape(), numbers).as(dtype);
  }

  /** TensorFlow forgets the bias here: it gives zeros. */
  @Test
  void nothingToSumLeavesTheBias() {
    OpSample sample =
        product(List.of("BiasAdd"), Values.empty(2, 0), Values.empty(0, 3), Values.vector(1, 2, 3));
    compareWithOps(sample);
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    Graph graph = new Graph();
    Output fused = build(sample, DType.FLOAT32, graph, feeds).output(0);
    Tensor result = run(graph, feeds, LocalOptions.standard(), fused).getFirst();
    assertThat(result.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(result.getDouble(4)).isEqualTo(2);
  }

  @Test
  void refusesArgumentsThatDoNotFit() {
    Values a = Values.range(2, 3);
    Values b = Values.range(3, 4);
    assertRefused(
        product(List.of("BiasAdd"), a, b, Values.range(3)),
        "a number for each channel of the result: args[0] is float32[3], there are 4 channels");
    assertRefused(
        product(List.of("BiasAdd", "Add"), a, b, Values.range(4), Values.range(1, 4)),
        "shaped like the result: args[1] is float32[1,4], the result is [2,4]");
    assertRefused(convolution().attr("filter_format", "OIHW"), "filter_format must be HWIO");
    assertRefused(convolution().attr("data_format", "NCHW_VECT_C"), "data_format must be NHWC");
    assertRefused(
        convolution().attr("T", DType.INT8), "are of floating-point numbers, not of int8");
    assertRefused(convolution().attr("T", DType.FLOAT64), "have the type of the first input");
  }

  @Test
  void refusesWhatIsKnownOnlyWhenItRuns() {
    OpSample sample =
        product(List.of("BiasAdd"), Values.range(2, 3), Values.range(3, 4), Values.range(3));
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    Graph graph = new Graph();
    Output fused = build(sample, DType.FLOAT32, graph, feeds).output(0);
    assertThatThrownBy(() -> run(graph, feeds, LocalOptions.standard(), fused))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("a number for each channel of the result");
  }

  private static void assertRefused(OpSample sample, String fragment) {
    SampleCase each = SampleCase.of(sample).getFirst();
    assertThatThrownBy(() -> each.build(new Graph(), null))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining(fragment);
  }

  private static OpSample product(List<String> fused, Values a, Values b, Values... args) {
    return OpSample.of(PRODUCT)
        .input(a)
        .input(b)
        .list(args)
        .types("T", DType.FLOAT32)
        .attr("fused_ops", AttrValue.ofStrings(fused));
  }

  private static OpSample convolution() {
    return OpSample.of(CONVOLUTION)
        .input(Values.range(1, 2, 2, 1))
        .input(Values.range(1, 1, 1, 2))
        .list(Values.in(DType.FLOAT32, Values.vector(1, 2)))
        .list()
        .attr("T", DType.FLOAT32)
        .attr("num_args", 1)
        .attr("padding", "SAME")
        .attr("strides", AttrValue.ofInts(1, 1, 1, 1))
        .attr("fused_ops", AttrValue.ofStrings(List.of("BiasAdd")));
  }
}
