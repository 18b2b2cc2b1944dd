package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.text.GraphText;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random small graphs over the whole catalog through Weir, with all passes and fast kernels; each
 * node is judged by TensorFlow, given the inputs it had. {@code -Dweir.seed=7} starts with graph 7;
 * a failure prints its seed, the node and its inputs.
 */
final class TestRandomGraphs {
  private static final int GRAPHS = 400;
  private static final int NODES = 12;
  private static final int MIN_OPS = 290;
  private static final int MIN_NODES_PER_NUDGE = 100;
  private static final int MIN_NODES_PER_TYPE = 20;
  private static final int MIN_FIRED = 10;

  /** Ops with strides and windows, which are chosen too. */
  private static final Set<String> WINDOWED = Set.of("AvgPool", "Conv2D", "MaxPool");

  private final Map<String, Integer> compared = new ConcurrentSkipListMap<>();
  private final Map<DType, Integer> comparedTypes = new ConcurrentSkipListMap<>();
  private final Map<String, Integer> nudged = new ConcurrentSkipListMap<>();

  @Test
  void agreeWithTensorFlow() {
    long first = Long.getLong("weir.seed", 1);
    Map<String, Integer> fired;
    try (CountedPasses passes = new CountedPasses()) {
      List<String> problems =
          LongStream.range(first, first + GRAPHS)
              .parallel()
              .mapToObj(this::problems)
              .flatMap(List::stream)
              .toList();
      assertThat(problems).isEmpty();
      fired = passes.fired();
    }
    assertThat(GraphOptimizer.names())
        .allSatisfy(
            pass ->
                assertThat(fired.getOrDefault(pass, 0))
                    .as("%s of %s", pass, fired)
                    .isGreaterThanOrEqualTo(MIN_FIRED));
    assertThat(RandomGraph.DTYPES)
        .allSatisfy(
            dtype ->
                assertThat(comparedTypes.getOrDefault(dtype, 0))
                    .as("nodes with %s, of %s", dtype, comparedTypes)
                    .isGreaterThanOrEqualTo(MIN_NODES_PER_TYPE));
    assertThat(compared.keySet()).as("ops compared: %s", compared).hasSizeGreaterThan(MIN_OPS);
    assertThat(compared.keySet()).containsAll(WINDOWED);
    int all = compared.values().stream().mapToInt(Integer::intValue).sum();
    int explained = nudged.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(explained)
        .as("explained by moved inputs: %s of %d nodes", nudged, all)
        .isLessThan(all / MIN_NODES_PER_NUDGE);
  }

  private List<String> problems(long seed) {
    int devices = seed % 4 == 3 ? 2 : 1;
    Graph graph = RandomGraph.of(seed, NODES, devices);
    // all inputs are constants: every other graph is not folded, so that other passes see it
    LocalOptions config =
        LocalOptions.builder()
            .cpus(devices)
            .kernels(CountedPasses.kernels())
            .disabledPasses(seed % 2 == 0 ? Set.of() : Set.of("fold-constants"))
            .validate(true)
            .build();
    List<String> problems = new ArrayList<>();
    Map<Output, Tensor> values = new HashMap<>();
    try (Session session = Session.open(graph, config)) {
      for (Node node : graph.nodes()) {
        boolean isReady = values.keySet().containsAll(node.inputs());
        if (isReady && isFetchable(node)) {
          String problem = check(node, session, config, values);
          if (problem != null) {
            problems.add("seed " + seed + ": " + GraphText.print(node) + ": " + problem);
          }
        }
      }
      for (Node node : graph.nodes()) {
        String byHand = RandomChains.byHand(node.name());
        if (byHand != null) {
          checkDescent(seed, session, node.name(), byHand, problems);
        }
      }
    }
    return problems;
  }

  /** A variable has no value that TensorFlow could be given: it is held to what it must be. */
  private static void checkDescent(
      long seed, Session session, String descended, String byHand, List<String> problems) {
    String expected = session.runner().fetch(byHand).run().toString();
    String actual = session.runner().fetch(descended).run().toString();
    if (!actual.equals(expected)) {
      problems.add("seed " + seed + ": descended to " + actual + ", not " + expected);
    }
  }

  /** Fetches the node, which runs all before it with all passes, and has TensorFlow judge it. */
  private @Nullable String check(
      Node node, Session session, LocalOptions config, Map<Output, Tensor> values) {
    List<Tensor> actual = null;
    @Nullable WeirException refusal = null;
    try {
      var runner = session.runner();
      for (int i = 0; i < node.outputCount(); i++) {
        runner.fetch(node.output(i));
      }
      actual = runner.run();
      for (int i = 0; i < node.outputCount(); i++) {
        values.put(node.output(i), actual.get(i));
      }
    } catch (WeirException e) {
      refusal = e;
    }
    if (node.op().kind() == NodeKind.CONSTANT) {
      return null;
    }
    List<Tensor> inputs = node.inputs().stream().map(values::get).toList();
    if (OpenCases.reason(node, inputs, actual) != null) {
      return null;
    }
    NodeJudge.Judgment judgment =
        new NodeJudge(node, inputs, config).judge(actual, refusal, node.id() % 2 == 0);
    String op = node.op().signature().name();
    if (judgment.compared()) {
      compared.merge(op, 1, Integer::sum);
      node.attrs().asMap().values().stream()
          .flatMap(value -> value instanceof AttrValue.TypeValue type ? Stream.of(type) : null)
          .forEach(type -> comparedTypes.merge(type.value(), 1, Integer::sum));
    }
    if (judgment.nudged()) {
      nudged.merge(op, 1, Integer::sum);
    }
    if (judgment.problem() != null) {
      return judgment.problem() + " inputs " + inputs;
    }
    return null;
  }

  private static boolean isFetchable(Node node) {
    for (int i = 0; i < node.outputCount(); i++) {
      if (node.outputDtype(i) == DType.RESOURCE || node.outputDtype(i) == DType.VARIANT) {
        return false;
      }
    }
    return node.outputCount() > 0;
  }
}
