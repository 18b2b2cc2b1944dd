package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.PassNote;
import dev.weir.kernels.vector.internal.support.KernelTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Replaces groups of nodes that compute element by element, and reduce rows, by one node each,
 * which needs no memory for what is between them.
 *
 * <pre>
 * before:  %m = Mul(%x, %y)  %s = AddV2(%m, %z)  %t = Tanh(%s)
 * after:   %t = _Cluster([%x, %y, %z])
 * </pre>
 */
public final class CompileClusters implements GraphPass {
  private final Supplier<KernelTable> table;

  /**
   * A pass that goes by the kernels of a provider.
   *
   * @param table made when the first graph comes
   */
  public CompileClusters(Supplier<KernelTable> table) {
    this.table = table;
  }

  @Override
  public String name() {
    return "compile-clusters";
  }

  @Override
  public Graph apply(Graph graph, Set<String> kept) {
    Roles roles = new Roles(table.get().lanes());
    List<ClusterFinder.Found> found =
        new ClusterFinder(graph, kept, roles)
            .find().stream().filter(CompileClusters::isWorthwhile).toList();
    return found.isEmpty() ? graph : new Rewriting(graph, kept, found).run();
  }

  @Override
  public List<PassNote> explain(Graph graph, Set<String> kept) {
    ClusterFinder finder = new ClusterFinder(graph, kept, new Roles(table.get().lanes()));
    List<ClusterFinder.Found> found =
        finder.find().stream().filter(CompileClusters::isWorthwhile).toList();
    Map<Node, List<Node>> users = new HashMap<>();
    for (Node node : graph.nodes()) {
      for (Output input : node.inputs()) {
        users.computeIfAbsent(input.node(), key -> new ArrayList<>()).add(node);
      }
    }
    ClusterNotes notes = new ClusterNotes(name(), finder, users);
    return found.stream().flatMap(group -> notes.of(group).stream()).toList();
  }

  /** Whether a node reads what another one writes, which then need not go through memory. */
  private static boolean isWorthwhile(ClusterFinder.Found found) {
    return found.roles().stream().anyMatch(Role.Map.class::isInstance);
  }

  /** The copy of a graph with clusters in it. */
  private final class Rewriting {
    private final Graph graph;
    private final Set<String> kept;
    private final Graph target;
    private final GraphCopier copier;
    private final Map<Node, ClusterFinder.Found> byNode = new HashMap<>();
    private final Map<Node, Set<Node>> users = new HashMap<>();

    Rewriting(Graph graph, Set<String> kept, List<ClusterFinder.Found> found) {
      this.graph = graph;
      this.kept = kept;
      this.target = new Graph(graph.registry());
      this.copier = new GraphCopier(target);
      target.copyFunctionsOf(graph);
      found.forEach(group -> group.nodes().forEach(node -> byNode.put(node, group)));
      for (Node node : graph.nodes()) {
        for (Output input : node.inputs()) {
          users.computeIfAbsent(input.node(), key -> new LinkedHashSet<>()).add(node);
        }
      }
    }

    Graph run() {
      ClusterOrder.of(graph, byNode)
          .forEach(
              node -> {
                ClusterFinder.Found group = byNode.get(node);
                if (group != null) {
                  replace(group);
                } else if (!isOnlyCode(node)) {
                  copier.copy(node);
                }
              });
      return copier.finish();
    }

    /** Whether a constant says which dimensions clusters reduce, and nothing else. */
    private boolean isOnlyCode(Node node) {
      Set<Node> takers = users.getOrDefault(node, Set.of());
      return node.op().kind() == NodeKind.CONSTANT
          && !kept.contains(node.name())
          && !takers.isEmpty()
          && takers.stream().allMatch(user -> isConstantOf(user, node.output(0)));
    }

    private void replace(ClusterFinder.Found group) {
      Set<Node> members = new HashSet<>(group.nodes());
      Set<Output> inputs = new LinkedHashSet<>();
      List<Node> outputs = new ArrayList<>();
      for (Node node : group.nodes()) {
        for (Output input : node.inputs()) {
          if (!members.contains(input.node()) && !isConstantOf(node, input)) {
            inputs.add(input);
          }
        }
        if (users.getOrDefault(node, Set.of()).stream().anyMatch(user -> !members.contains(user))) {
          outputs.add(node);
        }
      }
      Cluster cluster = body(group, inputs, outputs);
      Node last = outputs.getLast();
      Node made =
          target
              .node(new ClusterOp(cluster, table.get()), last.name())
              .inPlaceOf(last)
              .attr("Tin", AttrValue.ofTypes(inputs.stream().map(Output::dtype).toList()))
              .attr(
                  "Tout",
                  AttrValue.ofTypes(outputs.stream().map(node -> node.outputDtype(0)).toList()))
              .inputList(inputs.stream().map(copier::mapped).toList())
              .buildExact();
      for (int i = 0; i < outputs.size(); i++) {
        copier.redirect(outputs.get(i).output(0), made.output(i));
      }
    }

    private Cluster body(ClusterFinder.Found group, Set<Output> inputs, List<Node> outputs) {
      Graph body = new Graph(graph.registry());
      GraphCopier inner = new GraphCopier(body);
      List<Node> placeholders = new ArrayList<>();
      for (Output input : inputs) {
        Node placeholder =
            body.node("Placeholder", "_input" + placeholders.size())
                .attr("dtype", input.dtype())
                .attr("shape", input.shape())
                .buildExact();
        placeholders.add(placeholder);
        inner.redirect(input, placeholder.output(0));
      }
      List<Node> nodes = new ArrayList<>();
      for (Node node : group.nodes()) {
        for (Output input : node.inputs()) {
          if (isConstantOf(node, input) && !inner.has(input.node())) {
            inner.copy(input.node());
          }
        }
        nodes.add(inner.copy(node));
      }
      return new Cluster(
          placeholders,
          nodes,
          group.roles(),
          group.isRow(),
          group.axes(),
          outputs.stream().map(inner::mapped).toList());
    }

    /** Whether an input says which dimensions are reduced, which is part of the code. */
    private boolean isConstantOf(Node node, Output input) {
      ClusterFinder.Found group = byNode.get(node);
      return group != null
          && input.node().op().kind() == NodeKind.CONSTANT
          && group.roles().get(group.nodes().indexOf(node)) instanceof Role.Reduction
          && input.equals(node.input(1));
    }
  }
}
