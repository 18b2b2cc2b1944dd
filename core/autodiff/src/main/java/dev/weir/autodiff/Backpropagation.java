package dev.weir.autodiff;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One walk from losses back to what they depend on. Since nodes stand in an order in which inputs
 * come first, going through them from the last to the first meets every node after all its users:
 * what arrives at its outputs is then complete.
 */
final class Backpropagation {
  private static final Set<NodeKind> LOOPS =
      EnumSet.of(NodeKind.ENTER, NodeKind.EXIT, NodeKind.NEXT_ITERATION, NodeKind.LOOP_CONDITION);
  private static final String OVERRIDE = "_gradient_op_type";

  private final Scope scope;
  private final Map<String, GradientFunction> overrides;
  private final Set<Output> stops;
  private final List<Output> targets;
  private final Set<Output> targetSet;

  /** Nodes through which the loss depends on a target. */
  private final Set<Node> carriers = new HashSet<>();

  /** The user through which a node was found first: the way back to the loss. */
  private final Map<Node, Node> users = new HashMap<>();

  private final Map<Output, List<Gradient>> arriving = new HashMap<>();

  /** Parts that are computed once more, by their nodes. */
  private final Map<Node, Set<Node>> parts = new HashMap<>();

  /** What the outputs of nodes that are computed once more stand for. */
  private final Map<Output, Output> originals = new HashMap<>();

  /** The gradients that came out of the last part that was computed once more. */
  private final Set<Node> leaving = new LinkedHashSet<>();

  private boolean isRecomputing;

  Backpropagation(
      Scope scope,
      Map<String, GradientFunction> overrides,
      Set<Output> stops,
      List<Output> targets,
      List<Set<Node>> recomputed) {
    this.scope = scope;
    this.overrides = overrides;
    this.stops = stops;
    this.targets = targets;
    this.targetSet = Set.copyOf(targets);
    recomputed.forEach(part -> part.forEach(node -> parts.put(node, part)));
  }

  /** Whether something can be differentiated by it at all. */
  static boolean isContinuous(Output edge) {
    DType dtype = edge.dtype();
    return dtype.isFloating() || dtype.isComplex() || dtype == DType.RESOURCE;
  }

  /** Whether it is a tensor that something can be differentiated by. */
  static boolean isNumber(Output edge) {
    return isContinuous(edge) && edge.dtype() != DType.RESOURCE;
  }

  List<Gradient> run(List<Output> losses, List<Output> incoming) {
    List<Node> ancestors = ancestors(losses);
    for (Node node : ancestors) {
      if (blockade(node) == null && node.inputs().stream().anyMatch(this::isWanted)) {
        carriers.add(node);
      }
    }
    for (int i = 0; i < losses.size(); i++) {
      Output loss = losses.get(i);
      Output start =
          incoming.isEmpty()
              ? scope.node("OnesLike").input(loss).build().output(0)
              : incoming.get(i);
      arrive(loss, new Gradient.Dense(start));
    }
    Map<Output, Gradient> results = new HashMap<>();
    for (Node node : ancestors.reversed()) {
      Set<Node> part = parts.get(node);
      if (part != null && isReached(node)) {
        recompute(part, ancestors, results);
      }
      differentiate(node, results);
    }
    return targets.stream().map(target -> resultFor(target, results, ancestors)).toList();
  }

  /**
   * Differentiates a copy of a part in its place. All users of the part have been met; what it
   * takes is met later.
   */
  private void recompute(Set<Node> part, List<Node> ancestors, Map<Output, Gradient> results) {
    List<Node> nodes = ancestors.stream().filter(part::contains).toList();
    Set<Node> arrived = new LinkedHashSet<>();
    for (Node node : nodes) {
      parts.remove(node);
      for (int i = 0; i < node.outputCount(); i++) {
        arriving.getOrDefault(node.output(i), List.of()).forEach(each -> arrived.add(source(each)));
      }
    }
    Recomputation again = Recomputation.of(scope, nodes, arrived, leaving);
    leaving.clear();
    again.copies().forEach(this::replace);
    again.gates().forEach((edge, gate) -> carry(gate, isWanted(edge)));
    for (Node node : nodes) {
      requireSeparate(node, again);
    }
    isRecomputing = true;
    again.built().reversed().forEach(copy -> differentiate(copy, results));
    isRecomputing = false;
  }

  private static Node source(Gradient gradient) {
    return switch (gradient) {
      case Gradient.Dense dense -> dense.value().node();
      case Gradient.Rows rows -> rows.slices().values().node();
      case Gradient.None none -> throw WeirException.internal("no gradient arrives: %s", none);
    };
  }

  private void replace(Node original, Node copy) {
    carry(copy, carriers.contains(original));
    Node user = users.get(original);
    if (user != null) {
      users.put(copy, user);
    }
    for (int i = 0; i < original.outputCount(); i++) {
      originals.put(copy.output(i), original.output(i));
      List<Gradient> gradients = arriving.remove(original.output(i));
      if (gradients != null) {
        arriving.put(copy.output(i), gradients);
      }
    }
  }

  private void carry(Node node, boolean carries) {
    if (carries) {
      carriers.add(node);
    }
  }

  /** What is not copied must not hand gradients to what is: that was differentiated before. */
  private void requireSeparate(Node node, Recomputation again) {
    boolean feedsBack =
        again.copyOf(node) == null
            && carriers.contains(node)
            && node.inputs().stream()
                .anyMatch(input -> again.copyOf(input.node()) != null && isWanted(input));
    if (feedsBack) {
      throw missing(node, "it has effects and cannot be computed once more; move it out", null);
    }
  }

  /** All nodes the losses depend on, inputs before their users. */
  private List<Node> ancestors(List<Output> losses) {
    Set<Node> seen = new HashSet<>();
    Deque<Node> open = new ArrayDeque<>();
    losses.forEach(loss -> visit(loss.node(), null, seen, open));
    while (!open.isEmpty()) {
      Node node = open.pop();
      node.inputs().forEach(input -> visit(input.node(), node, seen, open));
    }
    return seen.stream().sorted(Comparator.comparingInt(Node::id)).toList();
  }

  private void visit(Node node, @Nullable Node user, Set<Node> seen, Deque<Node> open) {
    if (seen.add(node)) {
      open.push(node);
      if (user != null) {
        users.put(node, user);
      }
    }
  }

  /** Whether the gradient with respect to an edge is needed. */
  boolean isWanted(Output input) {
    Output edge = originals.getOrDefault(input, input);
    return isContinuous(edge)
        && (targetSet.contains(edge) || (!stops.contains(edge) && carriers.contains(edge.node())));
  }

  /** Why nothing is differentiated through a node; null if something is. */
  private @Nullable String blockade(Node node) {
    return overrideOf(node) == null ? node.op().notDifferentiable() : null;
  }

  private @Nullable GradientFunction overrideOf(Node node) {
    AttrValue named = node.attrs().find(OVERRIDE);
    GradientFunction special =
        named instanceof AttrValue.StringValue name ? overrides.get(name.text()) : null;
    return special != null ? special : overrides.get(node.op().signature().name());
  }

  /** Adds to the gradient with respect to an edge. */
  void arrive(Output edge, Gradient gradient) {
    if (isRecomputing && !originals.containsKey(edge)) {
      leaving.add(source(gradient));
    }
    arriving.computeIfAbsent(edge, key -> new ArrayList<>()).add(gradient);
  }

  private void differentiate(Node node, Map<Output, Gradient> results) {
    if (!isReached(node)) {
      return;
    }
    Scope inside = scope.withSubScope(node.name() + "_grad").withDevice(node.device());
    List<@Nullable Gradient> totals = new ArrayList<>();
    boolean any = false;
    for (int i = 0; i < node.outputCount(); i++) {
      List<Gradient> summands = arriving.remove(node.output(i));
      Gradient total = summands == null ? null : Sums.of(inside, summands);
      Output output = originals.getOrDefault(node.output(i), node.output(i));
      if (total != null && targetSet.contains(output)) {
        results.put(output, total);
      }
      boolean goesOn = total != null && !stops.contains(output);
      totals.add(goesOn ? total : null);
      any |= goesOn;
    }
    if (!any || !carriers.contains(node)) {
      return;
    }
    if (LOOPS.contains(node.op().kind())) {
      throw missing(node, "gradients through loops are not supported", null);
    }
    NodeGradient context = new NodeGradient(this, node, inside, totals);
    GradientFunction override = overrideOf(node);
    try {
      if (override != null) {
        override.build(context);
      } else {
        node.op().gradient(context);
      }
    } catch (WeirException e) {
      throw e.code() == ErrorCode.UNIMPLEMENTED ? missing(node, e.getMessage(), e) : e;
    }
  }

  private boolean isReached(Node node) {
    for (int i = 0; i < node.outputCount(); i++) {
      if (arriving.containsKey(node.output(i))) {
        return true;
      }
    }
    return false;
  }

  private WeirException missing(Node node, String reason, @Nullable WeirException cause) {
    StringBuilder path = new StringBuilder();
    Deque<Node> fromLoss = new ArrayDeque<>();
    for (Node at = node; at != null; at = users.get(at)) {
      fromLoss.push(at);
    }
    fromLoss.forEach(at -> path.append("\n    ").append(at));
    for (Output at = wantedInput(node); at != null; at = next(at)) {
      path.append("\n    ").append(at.node());
    }
    return new WeirException(
        ErrorCode.UNIMPLEMENTED,
        reason + "\n  on the way from the loss to a parameter:" + path,
        cause);
  }

  private @Nullable Output wantedInput(Node node) {
    return node.inputs().stream().filter(this::isWanted).findFirst().orElse(null);
  }

  private @Nullable Output next(Output edge) {
    return targetSet.contains(edge) ? null : wantedInput(edge.node());
  }

  private Gradient resultFor(Output target, Map<Output, Gradient> results, List<Node> ancestors) {
    Gradient result = results.get(target);
    if (result != null) {
      return result;
    }
    Set<Output> reached = new HashSet<>(List.of(target));
    for (Node node : ancestors) {
      if (node.inputs().stream().anyMatch(reached::contains)) {
        String reason = blockade(node);
        if (reason != null) {
          return new Gradient.None(
              "between the loss and " + target.name() + " is " + node + ", and " + reason);
        }
        for (int i = 0; i < node.outputCount(); i++) {
          reached.add(node.output(i));
        }
      }
    }
    return new Gradient.None("the loss does not depend on " + target.name());
  }
}
