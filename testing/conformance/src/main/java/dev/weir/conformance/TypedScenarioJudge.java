package dev.weir.conformance;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import dev.weir.testkit.TypedScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Judges a scenario in one element type: by TensorFlow in that type; if it has no kernel for it, by
 * TensorFlow in another type; if it has none for any, by Weir's own results in another type. A type
 * that Weir has no kernel for is one that TensorFlow has none for either.
 */
public final class TypedScenarioJudge {
  private final Supplier<LocalOptions> configs;

  /** Judges sessions with such configurations; each has devices, and so variables, of its own. */
  public TypedScenarioJudge(Supplier<LocalOptions> configs) {
    this.configs = configs;
  }

  /** What a scenario gives in each step. */
  private record Results(List<List<Tensor>> steps) {}

  public Verdict judge(TypedScenario scenario, DType dtype) {
    try {
      scenario.in(dtype).build(new Graph());
    } catch (WeirException e) {
      boolean isMissing = e.code() == ErrorCode.UNIMPLEMENTED && !hasKernelsThere(scenario, dtype);
      return isMissing
          ? Verdict.of(Verdict.Means.NO_KERNEL)
          : Verdict.differs("Weir refuses to build it: " + e.getMessage());
    }
    Optional<Results> expected;
    try {
      expected =
          scenario.unasked().contains(dtype) ? Optional.empty() : runThere(scenario.in(dtype));
    } catch (OracleRefusal | OracleCrash e) {
      return Verdict.differs("TensorFlow: " + e.getMessage());
    }
    Results actual;
    try {
      actual = runHere(scenario.in(dtype));
    } catch (WeirException e) {
      return e.code() == ErrorCode.UNIMPLEMENTED && expected.isEmpty()
          ? Verdict.of(Verdict.Means.NO_KERNEL)
          : Verdict.differs(
              "Weir fails: %s; TensorFlow has %s kernel"
                  .formatted(e.getMessage(), expected.isEmpty() ? "no" : "a"));
    }
    return expected.isPresent()
        ? compare(scenario.tolerances().apply(dtype), actual, expected.get())
        : judgeByAnother(scenario, dtype, actual);
  }

  private static boolean hasKernelsThere(TypedScenario scenario, DType dtype) {
    return scenario.ops().stream()
        .allMatch(
            op ->
                scenario.attrs().stream()
                    .allMatch(attr -> TensorFlowOps.hasCpuKernel(op, Map.of(attr, dtype))));
  }

  private Verdict judgeByAnother(TypedScenario scenario, DType dtype, Results actual) {
    boolean isJoined =
        dtype == DType.STRING
            && actual.steps().stream().flatMap(List::stream).anyMatch(WiderTypes::isJoined);
    if (isJoined) {
      return Verdict.of(Verdict.Means.EXECUTED);
    }
    List<DType> others =
        WiderTypes.of(dtype).stream()
            .filter(other -> other != dtype && scenario.types().contains(other))
            .toList();
    for (DType other : others) {
      Optional<Results> expected = runThereIfPossible(scenario.in(other));
      if (expected.isPresent()) {
        return compare(scenario, dtype, other, actual, expected.get(), true);
      }
    }
    for (DType other : others) {
      try {
        return compare(scenario, dtype, other, actual, runHere(scenario.in(other)), false);
      } catch (WeirException e) {
        // not every type stands in for every other
      }
    }
    return Verdict.of(Verdict.Means.EXECUTED);
  }

  private Results runHere(Scenario scenario) {
    Graph graph = new Graph();
    List<Scenario.Step> steps = scenario.build(graph);
    List<List<Tensor>> results = new ArrayList<>();
    try (Session session = Session.open(graph, configs.get())) {
      for (Scenario.Step step : steps) {
        results.add(SampleJudge.run(session, step.feeds(), step.fetches(), step.targets()));
      }
    }
    return new Results(results);
  }

  /** Empty if TensorFlow has no kernel. */
  private static Optional<Results> runThere(Scenario scenario) {
    Graph graph = new Graph();
    List<Scenario.Step> steps = scenario.build(graph);
    List<List<Tensor>> results = new ArrayList<>();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      for (Scenario.Step step : steps) {
        results.add(oracle.run(step.feeds(), step.fetches(), step.targets()));
      }
    } catch (OracleRefusal e) {
      if (SampleJudge.isMissingKernel(e)) {
        return Optional.empty();
      }
      throw e;
    }
    return Optional.of(new Results(results));
  }

  private static Optional<Results> runThereIfPossible(Scenario scenario) {
    try {
      return runThere(scenario);
    } catch (OracleRefusal | OracleCrash e) {
      return Optional.empty();
    }
  }

  private static Verdict compare(Tolerance tolerance, Results actual, Results expected) {
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    for (int step = 0; step < actual.steps().size(); step++) {
      for (int i = 0; i < actual.steps().get(step).size(); i++) {
        Tolerance.Comparison comparison =
            tolerance.compare(actual.steps().get(step).get(i), expected.steps().get(step).get(i));
        if (comparison.difference() != null) {
          return differs(step, i, comparison.difference());
        }
        worst = worst.max(comparison.worst());
      }
    }
    return Verdict.agrees(worst);
  }

  private static Verdict compare(
      TypedScenario scenario,
      DType dtype,
      DType other,
      Results actual,
      Results expected,
      boolean isTensorFlows) {
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    for (int step = 0; step < actual.steps().size(); step++) {
      for (int i = 0; i < actual.steps().get(step).size(); i++) {
        Tolerance.Comparison comparison =
            WiderJudge.compare(
                scenario.tolerances().apply(dtype),
                actual.steps().get(step).get(i),
                expected.steps().get(step).get(i),
                dtype);
        if (comparison.difference() != null) {
          return differs(
              step,
              i,
              "%s is unlike %s in %s: %s"
                  .formatted(
                      dtype,
                      other,
                      isTensorFlows ? "TensorFlow" : "Weir",
                      comparison.difference()));
        }
        worst = worst.max(comparison.worst());
      }
    }
    return Verdict.agreesWider(worst, isTensorFlows, scenario.attrs());
  }

  private static Verdict differs(int step, int fetch, @Nullable String difference) {
    return Verdict.differs("step " + step + ", fetch " + fetch + ": " + difference);
  }
}
