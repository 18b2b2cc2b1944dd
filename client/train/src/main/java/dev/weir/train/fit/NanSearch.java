package dev.weir.train.fit;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.Runner;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import dev.weir.train.Model;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Finds the node that makes the first NaN, or if there is none the first infinity: of all values
 * some outputs are computed from, it fetches those that exist for certain. What is inside of loops
 * or of branches not decided by {@link Model#training()} is passed over.
 */
final class NanSearch {
  /** Whether an output exists in a training step. */
  private enum Life {
    LIVE,
    DEAD,
    UNKNOWN
  }

  private static final String NAN = "NaN";

  private final Model model;
  private final Map<Output, Life> lives = new HashMap<>();
  private final List<Output> candidates = new ArrayList<>();

  private NanSearch(Model model) {
    this.model = model;
  }

  static NanSearch of(Model model, List<Output> ends) {
    NanSearch search = new NanSearch(model);
    Set<Node> needed = ancestors(ends);
    for (Node node : model.graph().nodes()) {
      if (needed.contains(node)) {
        search.add(node);
      }
    }
    return search;
  }

  private static Set<Node> ancestors(List<Output> ends) {
    Set<Node> seen = new HashSet<>();
    Deque<Node> open = new ArrayDeque<>();
    ends.forEach(end -> open.add(end.node()));
    while (!open.isEmpty()) {
      Node node = open.poll();
      if (seen.add(node)) {
        node.inputs().forEach(input -> open.add(input.node()));
      }
    }
    return seen;
  }

  private void add(Node node) {
    for (int i = 0; i < node.outputCount(); i++) {
      Life life = life(node, i);
      Output output = node.output(i);
      lives.put(output, life);
      if (life == Life.LIVE && isFloating(output.dtype()) && !output.isReference()) {
        candidates.add(output);
      }
    }
  }

  private Life life(Node node, int output) {
    List<Life> inputs =
        node.inputs().stream().map(input -> lives.getOrDefault(input, Life.UNKNOWN)).toList();
    return switch (node.op().kind()) {
      case SWITCH ->
          inputs.getFirst() != Life.LIVE || !node.input(1).equals(model.training())
              ? Life.UNKNOWN
              : output == 1 ? Life.LIVE : Life.DEAD;
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

  /** Runs a step that is fed already, and says what is wrong with it. */
  String run(Runner runner) {
    candidates.forEach(runner::fetch);
    List<Tensor> values = runner.run();
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
        .map(first -> describe(first.getKey(), bad))
        .orElse(
            "it made NaN or infinity once, but not when it was run again: it depends on random"
                + " numbers or lies in a loop");
  }

  /** Infinity may be meant where it is computed, but not where it is learnt. */
  private static boolean readsState(Node node) {
    return node.inputs().stream().anyMatch(input -> input.dtype() == DType.RESOURCE);
  }

  private static String describe(Output first, Map<Output, String> bad) {
    StringJoiner inputs = new StringJoiner(", ");
    for (Output input : first.node().inputs()) {
      if (bad.containsKey(input)) {
        inputs.add(input.name() + " has " + bad.get(input));
      }
    }
    String from = "its inputs are finite";
    String advice = "a lower learning rate, clipped gradients, or a bound on its inputs may help";
    if (inputs.length() > 0) {
      from = "of its inputs " + inputs;
    } else if (readsState(first.node())) {
      from = "the variable it reads holds that already";
      advice =
          "an earlier step left it there; with explainingNan() training stops before that, and"
              + " names the gradient";
    } else if (first.node().inputCount() == 0) {
      from = "that is what it was given";
      advice = "leave such examples out, or replace what they lack";
    }
    String rule =
        "the first value that is not finite is %s: %s; %s".formatted(first, bad.get(first), from);
    return first.node().error(ErrorCode.INVALID_ARGUMENT, rule).getMessage() + "\n  " + advice;
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
