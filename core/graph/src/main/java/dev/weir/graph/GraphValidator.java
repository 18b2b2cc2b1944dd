package dev.weir.graph;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Checks all that must be true of a graph: that nodes stand in order and are known by name, that
 * edges start at outputs that exist and carry what their ends expect, that attributes are complete,
 * that devices, colocated nodes and functions exist, and that values cross the bounds of loops only
 * through {@code Enter} and {@code Exit}. For tests, and after every pass.
 */
public final class GraphValidator {
  private static final int MAX_PROBLEMS = 20;

  private final Graph graph;
  private final List<Node> nodes;
  private final List<String> problems = new ArrayList<>();

  private GraphValidator(Graph graph) {
    this.graph = graph;
    this.nodes = graph.nodes();
  }

  /** Everything that is wrong with a graph and its functions, a sentence each; at most 20. */
  public static List<String> problems(Graph graph) {
    return problems(graph, new HashSet<>());
  }

  private static List<String> problems(Graph graph, Set<Graph> seen) {
    seen.add(graph);
    GraphValidator validator = new GraphValidator(graph);
    validator.validate();
    List<String> all = new ArrayList<>(validator.problems);
    for (GraphFunction function : graph.functions()) {
      String head = "function \"" + function.name() + "\": ";
      FunctionValidator.problems(function).forEach(problem -> all.add(head + problem));
      if (!seen.contains(function.body())) {
        problems(function.body(), seen).forEach(problem -> all.add(head + problem));
      }
    }
    return all.size() > MAX_PROBLEMS ? all.subList(0, MAX_PROBLEMS) : all;
  }

  /** Refuses an invalid graph that came from a user or a file. */
  public static void check(Graph graph) {
    List<String> problems = problems(graph);
    if (!problems.isEmpty()) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT, "the graph is not valid: " + String.join("; ", problems));
    }
  }

  /** Finds the mistakes of a pass. */
  public static void checkAfter(String pass, Graph graph) {
    List<String> problems = problems(graph);
    if (!problems.isEmpty()) {
      throw WeirException.internal(
          "%s left a graph that is not valid: %s", pass, String.join("; ", problems));
    }
  }

  private void validate() {
    for (int i = 0; i < nodes.size() && problems.size() < MAX_PROBLEMS; i++) {
      Node node = nodes.get(i);
      try {
        checkIdentity(i, node);
        checkEdges(node);
        checkTypes(node);
        DeviceSpec.parse(node.device());
        checkColocation(node);
        node.attrs().asMap().values().forEach(value -> checkFunctions(node, value));
      } catch (WeirException e) {
        problem(node, e.rule());
      }
    }
    if (problems.isEmpty()) {
      problems.addAll(new FrameValidator(nodes).problems());
    }
  }

  private void problem(Node node, String rule) {
    problems.add("[" + node + "] " + rule);
  }

  private void checkIdentity(int position, Node node) {
    if (node.id() != position || node.graph() != graph) {
      problem(
          node,
          "its position is "
              + position
              + " but its id "
              + node.id()
              + ", or it is in another graph");
    }
    if (graph.find(node.name()) != node) {
      problem(node, "its name finds another node or none");
    }
    NodeBuilder.checkName(node.name(), true);
  }

  private void checkEdges(Node node) {
    for (Output input : node.inputs()) {
      Node from = input.node();
      if (!isHere(from)) {
        problem(node, "its input " + input.name() + " is not in this graph");
      } else if (input.index() < 0 || input.index() >= from.outputCount()) {
        problem(node, "its input " + input.name() + " does not exist");
      } else if (from.id() >= node.id() && !isBackEdge(node, from)) {
        problem(
            node,
            "its input " + input.name() + " comes after it, which only a loop's back edge may");
      }
    }
    Set<Node> seen = new HashSet<>();
    for (Node control : node.controlInputs()) {
      if (!isHere(control) || control.id() >= node.id()) {
        problem(node, "its control input " + control + " is not in this graph before it");
      } else if (!seen.add(control)) {
        problem(node, "it has a control input twice: " + control);
      }
    }
  }

  private boolean isHere(Node node) {
    return node.id() < nodes.size() && nodes.get(node.id()) == node;
  }

  static boolean isBackEdge(Node user, Node from) {
    return user.op().kind() == NodeKind.MERGE && from.op().kind() == NodeKind.NEXT_ITERATION;
  }

  private void checkTypes(Node node) {
    Signature signature = node.op().signature();
    OpDefinition registered = graph.registry().find(signature.name());
    boolean isInternal = registered == null && signature.name().startsWith("_"); // of a pass
    if (!isInternal && node.missing() == null && !Objects.equals(registered, node.op())) {
      problem(node, "its op is not in the registry of this graph");
    }
    List<List<Output>> args = AttrResolver.split(signature, node.attrs(), node.inputs());
    Attributes complete = new AttrResolver(signature, node.attrs().asMap()).resolve(args);
    if (!complete.equals(node.attrs())) {
      problem(node, "its attributes are " + node.attrs() + ", they should be " + complete);
    }
    List<DType> outputs = signature.outputDtypes(node.attrs());
    if (outputs.size() != node.outputCount()) {
      problem(node, "it has " + node.outputCount() + " outputs, not " + outputs.size());
      return;
    }
    for (int i = 0; i < outputs.size(); i++) {
      if (outputs.get(i) != node.outputDtype(i)) {
        problem(node, "output " + i + " is " + node.outputDtype(i) + ", not " + outputs.get(i));
      }
    }
  }

  private void checkColocation(Node node) {
    if (node.attrs().find("_class") instanceof AttrValue.ListValue list) {
      for (AttrValue entry : list.values()) {
        String text = entry instanceof AttrValue.StringValue string ? string.text() : "";
        String place = text.startsWith("loc:@") ? text.substring("loc:@".length()) : null;
        if (place != null && !graph.has(place) && graph.findDeferred(place) == null) {
          problem(node, "it is colocated with a node that does not exist: " + text);
        }
      }
    }
  }

  private void checkFunctions(Node node, AttrValue value) {
    switch (value) {
      case AttrValue.FuncValue function -> {
        if (!function.name().isEmpty() && graph.findFunction(function.name()) == null) {
          problem(node, "the function \"" + function.name() + "\" does not exist");
        }
      }
      case AttrValue.ListValue list -> list.values().forEach(entry -> checkFunctions(node, entry));
      default -> {}
    }
  }
}
