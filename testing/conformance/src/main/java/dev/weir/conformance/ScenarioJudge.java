package dev.weir.conformance;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Tolerance;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a scenario step by step in Weir and in TensorFlow and compares what every step gives. */
public final class ScenarioJudge {
  private final LocalOptions config;

  /** Judges sessions with this configuration. */
  public ScenarioJudge(LocalOptions config) {
    this.config = config;
  }

  public Verdict judge(Scenario scenario) {
    Graph graph = new Graph();
    List<Scenario.Step> steps = scenario.build(graph);
    List<String> problems = new ArrayList<>();
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph));
        Session session = Session.open(graph, config)) {
      String shapes = compareShapes(scenario, graph, oracle);
      if (shapes != null) {
        return Verdict.differs(shapes);
      }
      for (int i = 0; i < steps.size(); i++) {
        Verdict verdict = judge(scenario, steps.get(i), session, oracle);
        if (verdict.problem() != null) {
          problems.add("step " + i + ": " + verdict.problem());
        }
        worst = worst.max(verdict.worst());
      }
    } catch (OracleRefusal e) {
      return Verdict.differs("TensorFlow refuses the graph: " + e.getMessage());
    } catch (OracleCrash e) {
      return Verdict.differs(e.getMessage());
    }
    return problems.isEmpty()
        ? Verdict.agrees(worst)
        : Verdict.differs(String.join("\n", problems));
  }

  /** What is inferred for the nodes of the ops that the scenario shows. */
  private static @Nullable String compareShapes(
      Scenario scenario, Graph graph, TensorFlowOracle oracle) {
    for (Node node : graph.nodes()) {
      if (scenario.comparesShapes() && scenario.ops().contains(node.op().signature().name())) {
        String difference = SampleJudge.compareShapes(node, oracle);
        if (difference != null) {
          return node + ": " + difference;
        }
      }
    }
    return null;
  }

  private static Verdict judge(
      Scenario scenario, Scenario.Step step, Session session, TensorFlowOracle oracle) {
    List<Tensor> expected = List.of();
    @Nullable OracleRefusal theirs = null;
    try {
      expected = oracle.run(step.feeds(), step.fetches(), step.targets());
    } catch (OracleRefusal e) {
      theirs = e;
    } catch (OracleCrash e) {
      if (step.deviation() == null) {
        throw e;
      }
    }
    List<Tensor> actual;
    try {
      Runner runner = session.runner();
      step.feeds().forEach(runner::feed);
      step.fetches().forEach(runner::fetch);
      step.targets().forEach(runner::addTarget);
      actual = runner.run();
    } catch (WeirException e) {
      if (step.deviation() != null) {
        return theirs == null
            ? Verdict.of(Verdict.Means.DEVIATES)
            : Verdict.differs("TensorFlow no longer deviates: " + theirs.getMessage());
      }
      return step.isRefused() && theirs != null
          ? OtherCodes.compare("", scenario.ops(), e, theirs)
          : Verdict.differs("Weir fails: " + e.getMessage() + "; TensorFlow: " + theirs);
    }
    if (theirs != null || step.isRefused()) {
      return Verdict.differs("only TensorFlow refuses: " + theirs);
    }
    Tolerance.Worst worst = Tolerance.Worst.NONE;
    for (int i = 0; i < actual.size(); i++) {
      Tolerance.Comparison comparison =
          scenario.tolerance().compare(actual.get(i), expected.get(i));
      if (comparison.difference() != null) {
        return Verdict.differs("fetch " + step.fetches().get(i) + ": " + comparison.difference());
      }
      worst = worst.max(comparison.worst());
    }
    return Verdict.agrees(worst);
  }
}
