package dev.weir.train;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Finds the node that makes the first NaN in a step, or if there is none the first infinity.
 *
 * {@snippet :
 * NanSearch search = NanSearch.of(graph, List.of(y.node()), Set.of(x), Map.of());
 * List<Tensor> values = search.fetch(session.runner().feed(x, batch)).run();
 * search.find(values).ifPresent(found -> { throw found.failure(); });
 * }
 *
 * <p>It fetches all values of a step that are certain to exist. Values inside loops, and inside
 * branches whose condition is unknown, are skipped.
 */
public final class NanSearch {
  /** Whether an output exists in a step. */
  private enum Life {
    LIVE,
    DEAD,
    UNKNOWN
  }

  /** Where a value that is not finite comes from. */
  public enum Origin {
    /** It was fed, or is a constant. */
    GIVEN,
    /** It was read from a variable. */
    STATE,
    /** A node has computed it. */
    COMPUTED
  }

  /**
   * The first value that is not finite.
   *
   * @param failure names the node and what it made it from
   */
  public record Finding(Output output, Origin origin, WeirException failure) {}

  private static final String NAN = "NaN";

  private final Set<Output> fed;
  private final Map<Output, Boolean> decided;
  private final Map<Output, Life> lives = new HashMap<>();
  private final List<Output> candidates = new ArrayList<>();

  private NanSearch(Set<Output> fed, Map<Output, Boolean> decided) {
    this.fed = Set.copyOf(fed);
    this.decided = Map.copyOf(decided);
  }

  /**
   * A search in a step that runs these nodes.
   *
   * @param ends the nodes whose outputs are fetched, and those that are run for their effect
   * @param fed what is fed: what lies before it does not run
   * @param decided the conditions of branches of which it is known what they are in this step
   */
  public static NanSearch of(
      Graph graph, Collection<Node> ends, Set<Output> fed, Map<Output, Boolean> decided) {
    NanSearch search = new NanSearch(fed, decided);
    Set<Node> needed = search.needed(ends);
    for (Node node : graph.nodes()) {
      for (int i = 0; i < node.outputCount(); i++) {
        if (needed.contains(node) || fed.contains(node.output(i))) {
          search.add(node, i);
        }
      }
    }
    return search;
  }

  private Set<Node> needed(Collection<Node> ends) {
    Set<Node> seen = new HashSet<>();
    Deque<Node> open = new ArrayDeque<>(ends);
    while (!open.isEmpty()) {
      Node node = open.remove();
      boolean isReplaced = node.outputCount() == 1 && fed.contains(node.output(0));
      if (!isReplaced && seen.add(node)) {
        node.inputs().stream()
            .filter(input -> !fed.contains(input))
            .forEach(input -> open.add(input.node()));
        open.addAll(node.controlInputs());
      }
    }
    return seen;
  }

  private void add(Node node, int index) {
    Output output = node.output(index);
    Life life = fed.contains(output) ? Life.LIVE : life(node, index);
    lives.put(output, life);
    if (life == Life.LIVE && isFloating(output.dtype()) && !output.isReference()) {
      candidates.add(output);
    }
  }

  private Life life(Node node, int output) {
    List<Life> inputs =
        node.inputs().stream().map(input -> lives.getOrDefault(input, Life.UNKNOWN)).toList();
    return switch (node.op().kind()) {
      case SWITCH -> {
        Boolean isTrue = decided.get(node.input(1));
        if (inputs.getFirst() != Life.LIVE || isTrue == null) {
          yield Life.UNKNOWN;
        }
        yield isTrue == (output == 1) ? Life.LIVE : Life.DEAD;
      }
      case MERGE -> inputs.contains(Life.LIVE) ? Life.LIVE : Life.UNKNOWN;
      case ENTER -> Life.UNKNOWN;
      case EXIT -> Life.LIVE;
      default ->
          inputs.contains(Life.DEAD)
              ? Life.DEAD
              : inputs.contains(Life.UNKNOWN) ? Life.UNKNOWN : Life.LIVE;
    };
  }

  private static boolean isFloating(DType dtype) {
    return dtype == DType.FLOAT32
        || dtype == DType.FLOAT64
        || dtype == DType.FLOAT16
        || dtype == DType.BFLOAT16;
  }

  /** Has a step fetch, after what it fetches already, what {@link #find} looks at. */
  public Runner fetch(Runner runner) {
    candidates.forEach(runner::fetch);
    return runner;
  }

  /**
   * Finds the node that made the first value that is not finite. Infinity may be meant where it is
   * computed, but not where it is learned: of a variable it counts as NaN does.
   *
   * @param values what {@link #fetch} asked for
   */
  public Optional<Finding> find(List<Tensor> values) {
    Map<Output, String> bad = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      String flaw = flaw(values.get(i));
      if (!flaw.isEmpty()) {
        bad.put(candidates.get(i), flaw);
      }
    }
    return bad.entrySet().stream()
        .filter(each -> each.getValue().startsWith(NAN) || readsState(each.getKey().node()))
        .findFirst()
        .or(() -> bad.entrySet().stream().findFirst())
        .map(first -> finding(first.getKey(), bad));
  }

  private static boolean readsState(Node node) {
    return node.inputs().stream().anyMatch(input -> input.dtype() == DType.RESOURCE);
  }

  private Finding finding(Output first, Map<Output, String> bad) {
    StringJoiner inputs = new StringJoiner(", ");
    for (Output input : first.node().inputs()) {
      if (bad.containsKey(input)) {
        inputs.add(input.name() + " has " + bad.get(input));
      }
    }
    Origin origin = Origin.COMPUTED;
    String from = "its inputs are finite";
    if (fed.contains(first)) {
      origin = Origin.GIVEN;
      from = "that is what was fed";
    } else if (inputs.length() > 0) {
      from = "of its inputs " + inputs;
    } else if (readsState(first.node())) {
      origin = Origin.STATE;
      from = "the variable it reads holds that already";
    } else if (first.node().inputCount() == 0) {
      origin = Origin.GIVEN;
      from = "that is what it was given";
    }
    String rule =
        "the first value that is not finite is %s: %s; %s".formatted(first, bad.get(first), from);
    return new Finding(first, origin, first.node().error(ErrorCode.INVALID_ARGUMENT, rule));
  }

  /** {@code NaN at 3}, {@code -Infinity at 0}, or nothing if all is well; NaN goes first. */
  private static String flaw(Tensor values) {
    String found = "";
    for (long i = 0; i < values.elements(); i++) {
      double value = values.getDouble(i);
      if (Double.isNaN(value)) {
        return NAN + " at " + i;
      }
      if (Double.isInfinite(value) && found.isEmpty()) {
        found = value + " at " + i;
      }
    }
    return found;
  }
}
