package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.testkit.Scenario;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A refused step has the same code in both systems. */
final class TestScenarioJudge {
  /** Weir's code is INVALID_ARGUMENT, TensorFlow's INTERNAL. */
  private static void divideByZero(Ops ops, Scenario.Steps steps) {
    ops.scope()
        .withName("quotient")
        .node("TruncateDiv")
        .input(ops.constant(1))
        .input(ops.constant(0))
        .build();
    steps.refuse("quotient:0");
  }

  private static Verdict judge(Scenario scenario) {
    return new ScenarioJudge(LocalOptions.standard()).judge(scenario);
  }

  @Test
  void otherCodeIsADifference() {
    Verdict verdict =
        judge(Scenario.of("division", Set.of("Const"), TestScenarioJudge::divideByZero));
    assertThat(verdict.problem())
        .contains("Weir refuses with INVALID_ARGUMENT")
        .contains("INTERNAL");
  }

  @Test
  void otherCodeThatIsKnownIsNone() {
    Verdict verdict =
        judge(Scenario.of("division", Set.of("TruncateDiv"), TestScenarioJudge::divideByZero));
    assertThat(verdict.problem()).isNull();
  }

  @Test
  void deviationThatIsGoneIsADifference() {
    Verdict verdict =
        judge(
            Scenario.of(
                "division",
                Set.of("TruncateDiv"),
                (ops, steps) -> {
                  divideByZero(ops, new Scenario.Steps());
                  steps.deviate(Map.of(), "quotient:0", "gives 0");
                }));
    assertThat(verdict.problem()).contains("no longer deviates");
  }
}
