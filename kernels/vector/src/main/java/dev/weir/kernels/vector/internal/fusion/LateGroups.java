package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Joins groups with later ones that are the first to need their results. So a gate of a recurrent
 * network is computed where it is used, not where it could be at the earliest. Groups that would
 * then hold more values than before stay.
 */
final class LateGroups {
  /** Says whether nodes can be joined. */
  interface Rules {
    /** Whether an edge can be within a group. */
    boolean fits(ClusterCandidate to, ClusterCandidate from, Output edge);

    /** Whether two groups can be one. */
    boolean agree(ClusterCandidate one, ClusterCandidate other);
  }

  /** An edge that leaves a group. */
  private record Exit(ClusterCandidate from, Node user, Output edge) {}

  private final @Nullable ClusterCandidate[] members;
  private final int[] depths;
  private final Rules rules;
  private final Map<Node, List<Node>> users = new HashMap<>();

  LateGroups(Graph graph, @Nullable ClusterCandidate[] members, int[] depths, Rules rules) {
    this.members = members;
    this.depths = depths;
    this.rules = rules;
    for (Node node : graph.nodes()) {
      for (Output input : node.inputs()) {
        users.computeIfAbsent(input.node(), key -> new ArrayList<>()).add(node);
      }
    }
  }

  /** Goes through all groups, the last ones first. */
  void join() {
    Map<ClusterCandidate, List<ClusterCandidate>> groups = new LinkedHashMap<>();
    for (ClusterCandidate member : members) {
      if (member != null) {
        groups.computeIfAbsent(member.root(), root -> new ArrayList<>()).add(member);
      }
    }
    groups.values().stream()
        .sorted(Comparator.comparingInt(group -> -depths[group.getFirst().node.id()]))
        .forEach(this::joinLater);
  }

  private void joinLater(List<ClusterCandidate> group) {
    ClusterCandidate root = group.getFirst().root();
    List<Exit> exits = new ArrayList<>();
    for (ClusterCandidate member : group) {
      for (Node user : users.getOrDefault(member.node, List.of())) {
        ClusterCandidate other = members[user.id()];
        if (other == null || other.root() != root) {
          exits.add(new Exit(member, user, member.node.output(0)));
        }
      }
    }
    ClusterCandidate later = firstUser(exits);
    if (later != null
        && rules.agree(root, later)
        && inputs(group) <= results(exits)
        && exits.stream().allMatch(exit -> fits(exit, later))) {
      int depth = depths[later.node.id()];
      later.root().join(root);
      group.forEach(member -> depths[member.node.id()] = depth);
    }
  }

  /** A node of the group that is the first to use results; null if it is not one group. */
  private @Nullable ClusterCandidate firstUser(List<Exit> exits) {
    ClusterCandidate first = null;
    int least = exits.stream().mapToInt(exit -> depths[exit.user.id()]).min().orElse(0);
    for (Exit exit : exits) {
      if (depths[exit.user.id()] == least) {
        ClusterCandidate user = members[exit.user.id()];
        if (user == null || (first != null && first.root() != user.root())) {
          return null;
        }
        first = user;
      }
    }
    return first;
  }

  /** Whether an edge leads into a group as it should, or further on. */
  private boolean fits(Exit exit, ClusterCandidate group) {
    ClusterCandidate user = members[exit.user.id()];
    return user == null || user.root() != group.root() || rules.fits(user, exit.from, exit.edge);
  }

  private static long results(List<Exit> exits) {
    return exits.stream().map(Exit::from).distinct().count();
  }

  /** The large inputs of a group. */
  private static int inputs(List<ClusterCandidate> group) {
    Set<Node> inside = new HashSet<>();
    group.forEach(member -> inside.add(member.node));
    Set<Output> inputs = new HashSet<>();
    for (ClusterCandidate member : group) {
      for (Output input : member.node.inputs()) {
        if (!inside.contains(input.node())
            && ClusterCandidate.isAlike(input.shape(), member.space)) {
          inputs.add(input);
        }
      }
    }
    return inputs.size();
  }
}
