package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.Signature;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.SampleCase;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.TypedScenario;
import dev.weir.testkit.samples.Samples;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
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

  /** Element types of ops, by what they are held to: see docs/conformance.md. */
  private static final int MIN_TYPES = 5200;

  private static final int MIN_TYPES_BY_ANOTHER = 1080;
  private static final int MIN_TYPES_BY_ANOTHER_HERE = 140;
  private static final int MAX_TYPES_UNCOMPARED = 70;
  private static final int MAX_TYPES_WITHOUT_KERNEL = 850;

  /** The ops that have fast kernels. */
  private static final Set<String> FAST =
      KernelSelector.standard().providers().stream()
          .flatMap(provider -> provider.ops().stream())
          .collect(Collectors.toSet());

  /** Reference kernels on devices of their own, so that no test sees the state of another. */
  private static LocalOptions reference() {
    return LocalOptions.builder().kernels(KernelSelector.reference()).build();
  }

  /** The page is about all ops and the standard oracle: other runs do not write it. */
  @AfterAll
  static void writeReport() {
    Set<String> shown = new HashSet<>();
    Samples.all().forEach(sample -> shown.add(sample.op()));
    Samples.scenarios().forEach(scenario -> shown.addAll(scenario.ops()));
    if (REPORT.ops().containsAll(shown)) {
      if (OracleSettings.isStandard()) {
        REPORT.write();
      }
      checkReport();
    }
  }

  /** What the page says is compared was compared. */
  private static void checkReport() {
    Set<String> compared =
        ConformanceReport.catalog().stream()
            .map(Signature::name)
            .filter(op -> !ConformanceReport.NOT_COMPARED.containsKey(op))
            .collect(Collectors.toCollection(HashSet::new));
    if (OracleSettings.isStandard()) {
      assertThat(REPORT.pairs(Verdict.Means.DEVIATES)).as("types that only deviate").isEmpty();
    } else {
      compared.removeAll(OnednnDeviations.WITHOUT_COMPARISON);
      assertThat(OnednnDeviations.unseen()).as("declared, but TensorFlow does not").isEmpty();
    }
    assertThat(REPORT.comparedOps()).containsExactlyInAnyOrderElementsOf(compared);
    assertThat(REPORT.count(Verdict.Means.TENSORFLOW)).isGreaterThanOrEqualTo(MIN_TYPES);
    assertThat(REPORT.count(Verdict.Means.WIDER_IN_TENSORFLOW))
        .isGreaterThanOrEqualTo(MIN_TYPES_BY_ANOTHER);
    assertThat(REPORT.count(Verdict.Means.WIDER_IN_WEIR))
        .isGreaterThanOrEqualTo(MIN_TYPES_BY_ANOTHER_HERE);
    assertThat(REPORT.pairs(Verdict.Means.EXECUTED)).hasSizeLessThanOrEqualTo(MAX_TYPES_UNCOMPARED);
    assertThat(REPORT.count(Verdict.Means.NO_KERNEL)).isLessThanOrEqualTo(MAX_TYPES_WITHOUT_KERNEL);
    assertThat(REPORT.pairs(null)).as("element types of ops that were not run").isEmpty();
  }

  @TestFactory
  @Execution(ExecutionMode.CONCURRENT) // samples know nothing of each other
  Stream<DynamicTest> opsAgreeWithTensorFlow() {
    return Samples.all().stream()
        .filter(sample -> isWanted(sample.op()))
        .map(sample -> DynamicTest.dynamicTest(sample.toString(), () -> check(sample)));
  }

  private static void check(OpSample sample) {
    // the kernels that are used where speed matters too, for the ops that have some
    SampleJudge judge =
        FAST.contains(sample.op())
            ? new SampleJudge(reference(), LocalOptions.standard())
            : new SampleJudge(reference());
    List<String> problems = new ArrayList<>();
    for (SampleCase each : SampleCase.of(sample)) {
      Verdict verdict = judge.judge(each);
      if (verdict.problem() != null) {
        problems.add(each + " " + verdict.problem());
      } else {
        REPORT.add(each, verdict);
      }
    }
    assertThat(problems).isEmpty();
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
  @Execution(ExecutionMode.CONCURRENT)
  Stream<DynamicTest> scenariosAgreeInEveryType() {
    return Samples.typedScenarios().stream()
        .filter(scenario -> scenario.ops().stream().anyMatch(TestConformance::isWanted))
        .map(scenario -> DynamicTest.dynamicTest(scenario.toString(), () -> check(scenario)));
  }

  private static void check(TypedScenario scenario) {
    TypedScenarioJudge judge = new TypedScenarioJudge(TestConformance::reference);
    List<String> problems = new ArrayList<>();
    for (DType dtype : scenario.typesToRun()) {
      Verdict verdict = judge.judge(scenario, dtype);
      if (verdict.problem() != null) {
        problems.add(dtype + ": " + verdict.problem());
      } else {
        REPORT.add(scenario, dtype, verdict);
      }
    }
    assertThat(problems).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> signaturesAreTensorFlows() {
    return OpRegistry.standard().all().stream()
        .filter(op -> !op.signature().name().startsWith("Test"))
        .filter(op -> !op.signature().name().startsWith("Weir")) // TensorFlow has none like them
        .filter(op -> isWanted(op.signature().name()))
        .map(op -> DynamicTest.dynamicTest(op.signature().name(), () -> check(op)));
  }

  private static void check(OpDefinition op) {
    String name = op.signature().name();
    assertThat(op.signature().toString())
        .isEqualTo(TensorFlowOps.signatureOf(name).orElse("unknown"));
  }

  static boolean isEverythingWanted() {
    return System.getProperty("weir.group") == null && System.getProperty("weir.op") == null;
  }

  private static boolean isWanted(String op) {
    return isWanted(OpRegistry.standard().get(op));
  }

  static boolean isWanted(OpDefinition op) {
    String group = System.getProperty("weir.group");
    boolean inGroup =
        group == null || (op.getClass().getPackageName() + ".").contains("." + group + ".");
    String name = op.signature().name();
    return inGroup && name.equals(System.getProperty("weir.op", name));
  }
}
