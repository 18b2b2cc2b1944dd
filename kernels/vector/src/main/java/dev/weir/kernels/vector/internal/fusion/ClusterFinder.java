package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphPass;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes that can become one kernel.
 *
 * <p>Every candidate has a <em>space</em>: the shape of the elements it is computed with. Most have
 * the shape of their result; a reduction has that of its operand, and so have nodes that compute
 * with its result, which has one number for each row of the space. Candidates that are connected
 * and have one space go together.
 *
 * <p>No cycle comes of that: every node has a depth, which never decreases along an edge and grows
 * along each that leaves a candidate for a node it does not go with. All nodes of a cluster have
 * the same. So no path leads out of a cluster and back.
 */
final class ClusterFinder implements LateGroups.Rules {
  /** Nodes of a cluster: what is larger gains nothing and takes long to compile. */
  private static final int MOST_NODES = 96;

  /** A group of nodes, in the order of the graph. */
  record Found(List<Node> nodes, List<Role> roles, List<Boolean> isRow, int axes) {}

  private final Graph graph;
  private final Roles roles;
  private final Set<String> kept;
  private final List<Node> nodes;
  private final Liveness liveness;
  private final Set<Node> awaited = new HashSet<>();
  private final Set<Node> used = new HashSet<>();
  private final @Nullable ClusterCandidate[] members;
  private final int[] depths;

  ClusterFinder(Graph graph, Set<String> kept, Roles roles) {
    this.graph = graph;
    this.roles = roles;
    this.kept = kept;
    this.nodes = graph.nodes();
    this.liveness = Liveness.of(graph);
    this.members = new ClusterCandidate[nodes.size()];
    this.depths = new int[nodes.size()];
    for (Node node : nodes) {
      awaited.addAll(node.controlInputs());
      node.inputs().forEach(input -> used.add(input.node()));
    }
  }

  /** The groups of two nodes and more. */
  List<Found> find() {
    for (Node node : nodes) {
      Role role = role(node);
      if (role == null) {
        depths[node.id()] = depthAfter(node, Set.of());
      } else {
        ClusterCandidate member = new ClusterCandidate(node, role);
        members[node.id()] = member;
        place(member);
      }
    }
    if (groups().size() > 1) {
      new LateGroups(graph, members, depths, this).join();
    }
    return groups().entrySet().stream()
        .filter(group -> group.getValue().size() > 1)
        .map(group -> found(group.getKey(), group.getValue()))
        .toList();
  }

  private Map<ClusterCandidate, List<ClusterCandidate>> groups() {
    Map<ClusterCandidate, List<ClusterCandidate>> groups = new LinkedHashMap<>();
    for (ClusterCandidate member : members) {
      if (member != null) {
        groups.computeIfAbsent(member.root(), root -> new ArrayList<>()).add(member);
      }
    }
    return groups;
  }

  private static Found found(ClusterCandidate root, List<ClusterCandidate> group) {
    return new Found(
        group.stream().map(member -> member.node).toList(),
        group.stream().map(member -> member.role).toList(),
        group.stream().map(member -> member.isRow).toList(),
        root.axes());
  }

  private @Nullable Role role(Node node) {
    boolean isFree =
        GraphPass.isFree(node, kept)
            && used.contains(node)
            && node.controlInputs().isEmpty()
            && !awaited.contains(node);
    return isFree ? roles.of(node) : null;
  }

  /** Why two nodes that are connected are not in one group; after {@link #find}. */
  String whyApart(Node from, Node to) {
    ClusterCandidate source = members[from.id()];
    ClusterCandidate target = members[to.id()];
    if (source == null || target == null) {
      return whyNone(source == null ? from : to);
    }
    if (from.outputDtype(0) != to.outputDtype(0)) {
      return "it has another element type";
    }
    if (!from.device().equals(to.device())) {
      return "it is placed elsewhere";
    }
    if (liveness.of(from) != liveness.of(to)) {
      return "one of them waits for a branch or an event that the other does not";
    }
    if (!ClusterCandidate.isAlike(source.space, target.space)) {
      return "shapes differ: " + source.space + " and " + target.space;
    }
    if (!fits(target, source, from.output(0))) {
      return "its rows are not used as rows";
    }
    return agree(source, target)
        ? "another path between them leads through nodes that are not in the cluster"
        : "together they reduce different dimensions, or are more than " + MOST_NODES + " nodes";
  }

  private String whyNone(Node node) {
    if (kept.contains(node.name())) {
      return "it was asked for";
    }
    if (!GraphPass.isFree(node, kept)) {
      return "it has effects";
    }
    boolean isOrdered = awaited.contains(node) || !node.controlInputs().isEmpty();
    return isOrdered ? "it has control edges" : roles.whyNone(node);
  }

  /** The depth of a node that is joined with some of its inputs. */
  private int depthAfter(Node node, Set<ClusterCandidate> joined) {
    int depth = 0;
    for (Output input : node.inputs()) {
      int id = input.node().id();
      if (id < node.id()) { // else it is what comes back in a loop
        ClusterCandidate member = members[id];
        boolean isLeft = member != null && !joined.contains(member);
        depth = Math.max(depth, depths[id] + (isLeft ? 1 : 0));
      }
    }
    for (Node control : node.controlInputs()) {
      depth = Math.max(depth, depths[control.id()]); // no member has controls
    }
    return depth;
  }

  /** Gives a candidate a space and a depth, and joins it with the inputs that have both. */
  private void place(ClusterCandidate member) {
    if (member.role instanceof Role.Reduction) {
      member.space = member.node.input(0).shape();
      member.isRow = true;
    } else {
      member.space = rowSpace(member);
      member.isRow = member.space.hasRank();
      if (!member.isRow) {
        member.space = member.node.outputShape(0);
      }
    }
    join(member);
    if (member.isRowMap() && member.size() == 1) {
      member.isRow = false; // what it computes with is further away than other inputs
      member.space = member.node.outputShape(0);
      join(member);
    }
  }

  /** The space of rows whose numbers a node computes with; unknown if it does something else. */
  private Shape rowSpace(ClusterCandidate member) {
    for (Output input : member.node.inputs()) {
      ClusterCandidate source = members[input.node().id()];
      if (source != null
          && source.isRow
          && ClusterCandidate.isAlike(input.shape(), member.node.outputShape(0))
          && !ClusterCandidate.isAlike(source.space, member.node.outputShape(0))) {
        return source.space;
      }
    }
    return Shape.unknown();
  }

  private void join(ClusterCandidate member) {
    Set<ClusterCandidate> joined = new HashSet<>();
    Set<ClusterCandidate> roots = new HashSet<>();
    int size = 1;
    int axes = member.axes();
    for (Output input : member.node.inputs()) {
      ClusterCandidate source = members[input.node().id()];
      if (source == null || !fits(member, source, input)) {
        continue;
      }
      ClusterCandidate root = source.root();
      int added = roots.contains(root) ? 0 : root.size();
      boolean agrees = axes == 0 || root.axes() == 0 || axes == root.axes();
      if (agrees && size + added <= MOST_NODES) {
        roots.add(root);
        joined.add(source);
        size += added;
        axes = Math.max(axes, root.axes());
      }
    }
    int depth = depthAfter(member.node, joined);
    depths[member.node.id()] = depth;
    for (ClusterCandidate source : joined) {
      if (depths[source.node.id()] == depth) {
        source.root().join(member);
      }
    }
  }

  @Override
  public boolean agree(ClusterCandidate one, ClusterCandidate other) {
    return (one.axes() == 0 || other.axes() == 0 || one.axes() == other.axes())
        && one.size() + other.size() <= MOST_NODES;
  }

  @Override
  public boolean fits(ClusterCandidate member, ClusterCandidate source, Output edge) {
    Node from = source.node;
    Node to = member.node;
    return from.outputDtype(0) == to.outputDtype(0)
        && from.device().equals(to.device())
        && liveness.of(from) == liveness.of(to)
        && ClusterCandidate.isAlike(source.space, member.space)
        && (source.isRow ? fitsRow(member, source, edge.shape()) : !member.isRowMap());
  }

  /** Whether one number for each row goes where it is used by all elements of the row. */
  private static boolean fitsRow(ClusterCandidate member, ClusterCandidate source, Shape edge) {
    if (member.role instanceof Role.Reduction) {
      return false; // of rows of rows
    }
    if (member.isRow) {
      return true;
    }
    int rank = source.space.rank();
    int axes = source.axes();
    boolean keepsDimensions = edge.rank() == rank;
    for (int d = rank - axes; d < rank; d++) {
      keepsDimensions = keepsDimensions && edge.size(d) == 1;
    }
    return keepsDimensions;
  }
}
