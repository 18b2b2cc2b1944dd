package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The gradient of every differentiable op, at the values of all its samples, against finite
 * differences and against TensorFlow's. {@code -Dweir.op=MatMul} limits it to one op, {@code
 * -Dweir.group=math} to one group.
 */
final class TestGradients {
  @TestFactory
  Stream<DynamicTest> gradientsAreDerivatives() {
    return OpRegistry.standard().all().stream()
        .filter(op -> op.notDifferentiable() == null && TestConformance.isWanted(op))
        .filter(op -> !ElsewhereShown.OPS.contains(op.signature().name()))
        .map(op -> DynamicTest.dynamicTest(op.signature().name(), () -> check(op)));
  }

  private static void check(OpDefinition op) {
    GradientJudge judge =
        new GradientJudge(SessionConfig.standard().withKernels(KernelSelector.reference()));
    List<String> problems = new ArrayList<>();
    int checked = 0;
    for (OpSample sample : Samples.all()) {
      if (!sample.op().equals(op.signature().name()) || sample.refusal() != null) {
        continue;
      }
      for (SampleCase each : SampleCase.of(sample)) {
        if (!each.types().values().stream().anyMatch(TestGradients::isExact)) {
          continue;
        }
        for (boolean isFed : sample.isConstantsOnly() ? Set.of(false) : Set.of(false, true)) {
          GradientJudge.Finding finding = judge.judge(each, isFed);
          checked += finding.checked();
          if (finding.problem() != null) {
            problems.add(each + (isFed ? " fed: " : " constant: ") + finding.problem());
          }
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(checked).as("derivatives checked").isPositive();
  }

  private static boolean isExact(DType dtype) {
    return dtype == DType.FLOAT64 || dtype == DType.COMPLEX128;
  }
}
