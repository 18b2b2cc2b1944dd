package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.PassNote;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Says for people which nodes are in a cluster, and why each edge at its boundary is none within.
 */
final class ClusterNotes {
  /** What only gives or takes values: nothing is to be said of the edges to them. */
  private static final Set<NodeKind> ENDS =
      EnumSet.of(
          NodeKind.CONSTANT,
          NodeKind.PLACEHOLDER,
          NodeKind.ARGUMENT,
          NodeKind.RETURN,
          NodeKind.SEND);

  private final String pass;
  private final ClusterFinder finder;
  private final Map<Node, List<Node>> users;

  ClusterNotes(String pass, ClusterFinder finder, Map<Node, List<Node>> users) {
    this.pass = pass;
    this.finder = finder;
    this.users = users;
  }

  /** The notes on a cluster, its nodes first. */
  List<PassNote> of(ClusterFinder.Found found) {
    Set<Node> members = new HashSet<>(found.nodes());
    String name =
        found.nodes().stream()
            .filter(node -> !members.containsAll(users.getOrDefault(node, List.of())))
            .reduce(found.nodes().getLast(), (before, node) -> node)
            .name();
    List<PassNote> notes = new ArrayList<>();
    String nodes = found.nodes().stream().map(Node::toString).collect(Collectors.joining(", "));
    notes.add(new PassNote(pass, name, "is " + nodes));
    for (Node node : found.nodes()) {
      for (Output input : node.inputs()) {
        Node source = input.node();
        if (!members.contains(source) && !ENDS.contains(source.op().kind())) {
          notes.add(note(name, "begins after " + source, finder.whyApart(source, node)));
        }
      }
      for (Node user : users.getOrDefault(node, List.of())) {
        if (!members.contains(user) && !ENDS.contains(user.op().kind())) {
          notes.add(note(name, "ends before " + user, finder.whyApart(node, user)));
        }
      }
    }
    return notes.stream().distinct().toList();
  }

  private PassNote note(String node, String edge, String reason) {
    return new PassNote(pass, node, edge + ": " + reason);
  }
}
