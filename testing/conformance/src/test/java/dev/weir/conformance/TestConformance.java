package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every sample of every op, in all its element types, against the real TensorFlow. {@code
 * -Dweir.op=MatMul} limits it to one op, {@code -Dweir.group=math} to one group.
 */
final class TestConformance {
  private static final ConformanceReport REPORT = new ConformanceReport();

  /** Reference kernels on devices of their own, so that no test sees the state of another. */
  private static SessionConfig reference() {
    return SessionConfig.standard().withKernels(KernelSelector.reference());
  }

  /** The page is about everything: a part of the tests does not write it. */
  @AfterAll
  static void writeReport() {
    Set<String> shown = new HashSet<>();
    Samples.all().forEach(sample -> shown.add(sample.op()));
    Samples.scenarios().forEach(scenario -> shown.addAll(scenario.ops()));
    if (REPORT.ops().containsAll(shown)) {
      REPORT.write();
    }
  }

  @TestFactory
  @Execution(ExecutionMode.CONCURRENT) // samples know nothing of each other
  Stream<DynamicTest> opsAgreeWithTensorFlow() {
    return Samples.all().stream()
        .filter(sample -> isWanted(sample.op()))
        .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> check(sample)));
  }

  private static void check(OpSample sample) {
    check(sample, new SampleJudge(reference()), REPORT::add);
  }

  private static void check(
      OpSample sample, SampleJudge judge, BiConsumer<SampleCase, Verdict> report) {
    List<String> problems = new ArrayList<>();
    for (SampleCase each : SampleCase.of(sample)) {
      Verdict verdict = judge.judge(each);
      if (verdict.problem() != null) {
        problems.add(each + " " + verdict.problem());
      } else {
        report.accept(each, verdict);
      }
    }
    assertThat(problems).isEmpty();
  }

  /** The same with the kernels that are used where speed matters, for the ops that have some. */
  @TestFactory
  @Execution(ExecutionMode.CONCURRENT) // samples know nothing of each other
  Stream<DynamicTest> fastKernelsAgreeWithTensorFlow() {
    Set<String> ops = new HashSet<>();
    KernelSelector.standard().providers().forEach(provider -> ops.addAll(provider.ops()));
    return Samples.all().stream()
        .filter(sample -> ops.contains(sample.op()) && isWanted(sample.op()))
        .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> checkFast(sample)));
  }

  private static void checkFast(OpSample sample) {
    check(sample, new SampleJudge(SessionConfig.standard()), (each, verdict) -> {});
  }

  @TestFactory
  Stream<DynamicTest> scenariosAgreeWithTensorFlow() {
    return Samples.scenarios().stream()
        .filter(scenario -> scenario.ops().stream().anyMatch(TestConformance::isWanted))
        .map(scenario -> DynamicTest.dynamicTest(scenario.title(), () -> check(scenario)));
  }

  private static void check(Scenario scenario) {
    Verdict verdict = new ScenarioJudge(reference()).judge(scenario);
    assertThat(verdict.problem()).isNull();
    REPORT.add(scenario, verdict);
  }

  @TestFactory
  Stream<DynamicTest> signaturesAreTensorFlows() {
    return OpRegistry.standard().all().stream()
        .filter(op -> !op.signature().name().startsWith("Test"))
        .filter(op -> isWanted(op.signature().name()))
        .map(op -> DynamicTest.dynamicTest(op.signature().name(), () -> check(op)));
  }

  private static void check(OpDefinition op) {
    String name = op.signature().name();
    assertThat(op.signature().toString())
        .isEqualTo(TensorFlowOps.signatureOf(name).orElse("unknown"));
  }

  private static boolean isWanted(String op) {
    return isWanted(OpRegistry.standard().get(op));
  }

  static boolean isWanted(OpDefinition op) {
    String group = System.getProperty("weir.group");
    boolean inGroup = group == null || op.getClass().getPackageName().endsWith("." + group);
    String name = op.signature().name();
    return inGroup && name.equals(System.getProperty("weir.op", name));
  }
}
