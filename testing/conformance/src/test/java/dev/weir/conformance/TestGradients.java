package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.autodiff.Gradients;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The gradient of every differentiable op, at the values of all its samples, against finite
 * differences and against TensorFlow's. {@code -Dweir.op=MatMul} limits it to one op, {@code
 * -Dweir.group=math} to one group.
 */
final class TestGradients {
  /** Second derivatives are looked at until so many of an op have been checked. */
  private static final int ENOUGH = 60;

  /** How many gradients of each op were compared with TensorFlow's. */
  private static final Map<String, Integer> COMPARED = new ConcurrentSkipListMap<>();

  private static final int MIN_COMPARED = 2240;
  private static final int MIN_COMPARED_OPS = 120;

  /** A part of the tests compares fewer. */
  @AfterAll
  static void enoughWereComparedWithTensorFlow() {
    if (TestConformance.isEverythingWanted()) {
      requireEnough(COMPARED);
    }
  }

  private static void requireEnough(Map<String, Integer> compared) {
    assertThat(compared.keySet())
        .as("ops compared: %s", compared)
        .hasSizeGreaterThanOrEqualTo(MIN_COMPARED_OPS);
    assertThat(compared.values().stream().mapToInt(Integer::intValue).sum())
        .as("gradients compared: %s", compared)
        .isGreaterThanOrEqualTo(MIN_COMPARED);
  }

  @Test
  void tooFewComparisonsFail() {
    Map<String, Integer> ofFewOps = Map.of("MatMul", MIN_COMPARED);
    Map<String, Integer> fewOfEach =
        IntStream.range(0, MIN_COMPARED_OPS)
            .boxed()
            .collect(Collectors.toMap(op -> "Op" + op, op -> 1));
    assertThatThrownBy(() -> requireEnough(ofFewOps)).hasMessageContaining("ops compared");
    assertThatThrownBy(() -> requireEnough(fewOfEach)).hasMessageContaining("gradients compared");
  }

  @TestFactory
  @Execution(ExecutionMode.CONCURRENT) // ops know nothing of each other
  Stream<DynamicTest> gradientsAreDerivatives() {
    return OpRegistry.standard().all().stream()
        .filter(op -> op.notDifferentiable() == null && TestConformance.isWanted(op))
        .filter(op -> !op.signature().inputs().isEmpty())
        .filter(op -> !op.signature().name().startsWith("Test"))
        .filter(op -> !ElsewhereShown.OPS.contains(op.signature().name()))
        .map(op -> DynamicTest.dynamicTest(op.signature().name(), () -> check(op)));
  }

  /** A second gradient is right or refused. */
  @TestFactory
  @Execution(ExecutionMode.CONCURRENT) // ops know nothing of each other
  Stream<DynamicTest> gradientsHaveGradients() {
    return OpRegistry.standard().all().stream()
        .filter(op -> op.notDifferentiable() == null && TestConformance.isWanted(op))
        .filter(op -> !ElsewhereShown.OPS.contains(op.signature().name()))
        .map(op -> DynamicTest.dynamicTest(op.signature().name(), () -> checkTwice(op)));
  }

  private static void checkTwice(OpDefinition op) {
    String name = op.signature().name();
    GradientJudge judge =
        new GradientJudge(LocalOptions.builder().kernels(KernelSelector.reference()).build());
    Set<Integer> refused = ElsewhereShown.REFUSED.getOrDefault(name, Set.of());
    List<String> problems = new ArrayList<>();
    int checked = 0;
    for (SampleCase each : cases(op)) {
      if (checked < ENOUGH) {
        GradientJudge.Finding finding = judge.judgeTwice(each, refused);
        checked += finding.checked();
        if (finding.problem() != null) {
          problems.add(each + ": " + finding.problem());
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  /** All cases of the samples of an op that say something about its gradient. */
  private static List<SampleCase> cases(OpDefinition op) {
    return Samples.all().stream()
        .filter(sample -> sample.op().equals(op.signature().name()))
        .filter(sample -> sample.refusal() == null && sample.comparesGradient())
        .filter(sample -> sample.isAsked() && sample.deviation() == null)
        .flatMap(sample -> SampleCase.of(sample).stream())
        .toList();
  }

  @TestFactory
  Stream<DynamicTest> unknownGradientsAreRefused() {
    return ElsewhereShown.REFUSED.keySet().stream()
        .map(op -> DynamicTest.dynamicTest(op, () -> checkRefusal(op)));
  }

  private static void checkRefusal(String op) {
    Graph graph = new Graph();
    Scope scope = Scope.of(graph);
    NodeBuilder builder = scope.node(op);
    List<Output> inputs = new ArrayList<>();
    for (int i = 0; i < OpRegistry.standard().get(op).signature().inputs().size(); i++) {
      inputs.add(Ops.in(scope).constant(0.5));
      builder.input(inputs.getLast());
    }
    Output output = builder.build().output(0);
    for (int i : ElsewhereShown.REFUSED.getOrDefault(op, Set.of())) {
      assertThatThrownBy(() -> Gradients.of(output, List.of(inputs.get(i))))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("not defined, only by");
    }
  }

  private static void check(OpDefinition op) {
    GradientJudge judge =
        new GradientJudge(LocalOptions.builder().kernels(KernelSelector.reference()).build());
    Set<Integer> refused = ElsewhereShown.REFUSED.getOrDefault(op.signature().name(), Set.of());
    List<String> problems = new ArrayList<>();
    int checked = 0;
    for (SampleCase each : cases(op)) {
      for (boolean isFed : each.sample().isConstantsOnly() ? Set.of(false) : Set.of(false, true)) {
        GradientJudge.Finding finding = judge.judge(each, isFed, refused);
        checked += finding.checked();
        if (finding.compared()) {
          COMPARED.merge(op.signature().name(), 1, Integer::sum);
        }
        if (finding.problem() != null) {
          problems.add(each + (isFed ? " fed: " : " constant: ") + finding.problem());
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(checked).as("derivatives checked").isPositive();
  }
}
