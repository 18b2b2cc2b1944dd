package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.Values;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Ops that TensorFlow has no usable CPU kernel for give what its kernels of other ops give. */
final class TestEquivalentOps {
  private static final Map<String, String> EQUIVALENTS =
      Map.of(
          "BatchMatMulV3", "BatchMatMulV2",
          "SegmentProdV2", "UnsortedSegmentProd",
          "SegmentSumV2", "UnsortedSegmentSum",
          "TopK", "TopKV2");

  @TestFactory
  Stream<DynamicTest> giveWhatTensorFlowGivesForAnotherOp() {
    return Samples.all().stream()
        .filter(sample -> sample.refusal() == null && EQUIVALENTS.containsKey(sample.op()))
        .filter(sample -> !hasSeveralTypes(sample))
        .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> check(sample)));
  }

  /** The other op has one type for all. */
  private static boolean hasSeveralTypes(OpSample sample) {
    return sample.attrs().values().stream()
            .filter(AttrValue.TypeValue.class::isInstance)
            .distinct()
            .count()
        > 1;
  }

  private static void check(OpSample sample) {
    List<String> problems = new ArrayList<>();
    int compared = 0;
    for (SampleCase each : SampleCase.of(sample)) {
      try {
        List<Tensor> expected = runThere(equivalent(each));
        String difference = difference(sample.tolerance(), runHere(each), expected);
        if (!difference.isEmpty()) {
          problems.add(each + ": " + difference);
        }
        compared++;
      } catch (OracleRefusal e) {
        assertThat(SampleJudge.isMissingKernel(e)).as("%s: %s", each, e).isTrue();
      }
    }
    assertThat(problems).isEmpty();
    assertThat(compared).isPositive();
  }

  /** This sample's inputs for the other op; an attribute that is an input there goes last. */
  private static SampleCase equivalent(SampleCase each) {
    OpSample other = OpSample.of(EQUIVALENTS.getOrDefault(each.sample().op(), ""));
    each.tensors()
        .forEach(
            tensors -> other.list(tensors.stream().map(Values::tensor).toArray(Values[]::new)));
    each.sample()
        .attrs()
        .forEach(
            (name, value) -> {
              if (name.equals("Ta")) {
                other.attr("T", value);
              } else if (name.equals("Tb") || name.equals("Tout")) {
                assertThat(value).isEqualTo(each.sample().attrs().get("Ta"));
              } else if (name.equals("k") && value instanceof AttrValue.IntValue k) {
                other.input(Values.tensor(Tensors.scalar((int) k.value())));
              } else {
                other.attr(name, value);
              }
            });
    return new SampleCase(other, each.types());
  }

  private static List<Tensor> runHere(SampleCase each) {
    Graph graph = new Graph();
    Node node = each.build(graph, null);
    LocalOptions config = LocalOptions.builder().kernels(KernelSelector.reference()).build();
    try (Session session = Session.open(graph, config)) {
      return SampleJudge.run(session, Map.of(), SampleJudge.fetches(node), List.of());
    }
  }

  private static List<Tensor> runThere(SampleCase each) {
    Graph graph = new Graph();
    Node node = each.build(graph, null);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      return oracle.run(Map.of(), SampleJudge.fetches(node), List.of());
    }
  }

  private static String difference(
      Tolerance tolerance, List<Tensor> actual, List<Tensor> expected) {
    for (int i = 0; i < actual.size(); i++) {
      String difference = tolerance.compare(actual.get(i), expected.get(i)).difference();
      if (difference != null) {
        return "output " + i + ": " + difference;
      }
    }
    return "";
  }
}
