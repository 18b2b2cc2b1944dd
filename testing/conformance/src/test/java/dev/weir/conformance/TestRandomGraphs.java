package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.graph.text.GraphText;
import dev.weir.runtime.Session;
import dev.weir.runtime.SessionConfig;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.testkit.Tolerance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random small graphs through Weir, with all passes and fast kernels, and through TensorFlow.
 * {@code -Dweir.seed=7} runs one graph; a failure prints its seed and the graph.
 */
final class TestRandomGraphs {
  private static final int GRAPHS = 400;
  private static final int NODES = 12;
  private static final Tolerance CLOSE = Tolerance.of(1e-4, 1e-4);

  private final SessionConfig config = SessionConfig.standard().withValidation(true);
  private final Map<String, Integer> compared = new TreeMap<>();

  @Test
  void agreeWithTensorFlow() {
    Long only = Long.getLong("weir.seed");
    List<String> problems = new ArrayList<>();
    for (long seed = 1; seed <= GRAPHS; seed++) {
      if (only == null || only == seed) {
        check(seed, problems);
      }
    }
    assertThat(problems).isEmpty();
    assertThat(compared.size())
        .as("ops compared: %s", compared)
        .isGreaterThan(only == null ? 60 : 0);
  }

  private void check(long seed, List<String> problems) {
    Graph graph = RandomGraph.of(seed, NODES);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph));
        Session session = Session.open(graph, config)) {
      for (Node node : graph.nodes()) {
        if (node.op().kind() != NodeKind.CONSTANT && isFetchable(node)) {
          String problem = compare(node, session, oracle);
          if (problem != null) {
            problems.add("seed " + seed + ": " + GraphText.print(node) + ": " + problem);
            return;
          }
        }
      }
    } catch (OracleRefusal e) {
      // TensorFlow no longer reads some old ops, and it computes constants while it reads a graph,
      // so it may refuse the whole graph for a node that Weir refuses when it runs.
      if (e.code() != ErrorCode.UNIMPLEMENTED && !isRefusedHere(graph)) {
        problems.add("seed " + seed + ": only TensorFlow refuses the graph: " + e.getMessage());
      }
    }
  }

  private boolean isRefusedHere(Graph graph) {
    try (Session session = Session.open(graph, config)) {
      for (Node node : graph.nodes()) {
        if (isFetchable(node)) {
          session.runner().fetch(node.output(0)).run();
        }
      }
      return false;
    } catch (WeirException e) {
      return true;
    }
  }

  private static boolean isFetchable(Node node) {
    for (int i = 0; i < node.outputCount(); i++) {
      if (node.outputDtype(i) == DType.RESOURCE || node.outputDtype(i) == DType.VARIANT) {
        return false;
      }
    }
    return node.outputCount() > 0;
  }

  private @org.jspecify.annotations.Nullable String compare(
      Node node, Session session, TensorFlowOracle oracle) {
    List<String> fetches = new ArrayList<>();
    for (int i = 0; i < node.outputCount(); i++) {
      fetches.add(node.name() + ":" + i);
    }
    List<Tensor> expected = null;
    String theirs = "";
    try {
      expected = oracle.run(Map.of(), fetches, List.of());
    } catch (OracleRefusal e) {
      theirs = String.valueOf(e.getMessage());
      if (e.code() == ErrorCode.UNIMPLEMENTED || theirs.contains("No OpKernel")) {
        return null; // TensorFlow has no kernel for this type: nothing to compare with
      }
    }
    List<Tensor> actual;
    try {
      var runner = session.runner();
      fetches.forEach(runner::fetch);
      actual = runner.run();
    } catch (WeirException e) {
      return expected == null ? null : "only Weir refuses: " + e.getMessage();
    }
    if (expected == null) {
      return "only TensorFlow refuses: " + theirs;
    }
    compared.merge(node.op().signature().name(), 1, Integer::sum);
    for (int i = 0; i < actual.size(); i++) {
      String difference = CLOSE.compare(actual.get(i), expected.get(i)).difference();
      if (difference != null) {
        return "output " + i + ": " + difference;
      }
    }
    return null;
  }
}
