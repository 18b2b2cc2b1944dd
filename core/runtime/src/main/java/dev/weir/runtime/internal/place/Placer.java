package dev.weir.runtime.internal.place;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphCopier;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.runtime.device.Location;
import dev.weir.runtime.internal.partition.LoopFrames;
import dev.weir.runtime.place.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a device for every node, honoring, in this order:
 *
 * <ol>
 *   <li>what nodes ask for, in full or in part, merged over all nodes that must be together ({@link
 *       Colocation});
 *   <li>with soft placement, a request that no device meets is reduced to the task it names;
 *   <li>state stays where an earlier step has put it, and is else put on the first device that will
 *       do: every step, and every session on the same devices, finds it there;
 *   <li>nodes of a function that ask for nothing go where its caller is;
 *   <li>nodes inside a loop that ask for nothing stay together;
 *   <li>where several devices remain, the one on which the group's first node would be done soonest
 *       in a simulated execution: when its inputs are there, transfers included, and the device is
 *       free. A node without inputs goes where its first user is.
 * </ol>
 */
public final class Placer {
  private final List<Location> devices;
  private final boolean soft;
  private final CostModel costs;
  private final @Nullable Location home;
  private final Map<String, Location> stateAt;
  private final Map<Node, Group> groupOf = new IdentityHashMap<>();
  private final Map<Location, Double> busyUntil = new HashMap<>();
  private final Map<Node, Double> doneAt = new IdentityHashMap<>();
  private boolean dependsOnCosts;

  /** Nodes that go together. */
  private static final class Group {
    final List<Node> nodes = new ArrayList<>();
    List<Location> candidates = List.of();
    String request = "";
    String reason = "";
    @Nullable Location device;
  }

  private Placer(
      List<Location> devices,
      boolean soft,
      CostModel costs,
      @Nullable Location home,
      Map<String, Location> stateAt) {
    this.devices = devices;
    this.soft = soft;
    this.costs = costs;
    this.home = home;
    this.stateAt = stateAt;
  }

  /**
   * Places a graph.
   *
   * @param home where nodes go that ask for nothing, as the caller of a function is there; null if
   *     they may go anywhere
   * @param stateAt where state is by the name of its node; what is placed now is added
   */
  public static PlacedGraph place(
      Graph graph,
      List<Location> devices,
      boolean soft,
      CostModel costs,
      @Nullable Location home,
      Map<String, Location> stateAt) {
    return new Placer(devices, soft, costs, home, stateAt).place(graph);
  }

  /** Refuses requests that no device meets, also those of nodes that will be optimized away. */
  public static void checkRequests(Graph graph, List<Location> devices, boolean soft) {
    Placer placer = new Placer(devices, soft, new CostModel(), null, Map.of());
    for (Node node : graph.nodes()) {
      if (!node.device().isEmpty()) {
        placer.candidates(List.of(node), DeviceSpec.parse(node.device()));
      }
    }
  }

  private PlacedGraph place(Graph graph) {
    List<Node> nodes = graph.nodes();
    formGroups(graph, nodes);
    for (Node node : nodes) {
      simulate(node);
    }
    for (Node node : nodes) {
      placeWithUsers(node);
    }
    Graph placed = new Graph(graph.registry());
    placed.copyFunctionsOf(graph);
    GraphCopier copier = new GraphCopier(placed);
    List<Placement.Decision> decisions = new ArrayList<>();
    for (Node node : nodes) {
      Group group = group(node);
      Location device = group.device == null ? group.candidates.get(0) : group.device;
      copier.copy(node, device.name());
      if (isState(node)) {
        stateAt.put(node.name(), device);
      }
      decisions.add(
          new Placement.Decision(
              node.name(),
              node.op().signature().name(),
              device.name(),
              group.reason,
              group.candidates.stream().map(Location::name).toList()));
    }
    copier.finish();
    return new PlacedGraph(placed, new Placement(decisions), dependsOnCosts);
  }

  private Group group(Node node) {
    Group group = groupOf.get(node);
    if (group == null) {
      throw WeirException.internal("%s is in no group", node);
    }
    return group;
  }

  private void formGroups(Graph graph, List<Node> nodes) {
    LoopFrames frames = LoopFrames.of(nodes);
    Map<LoopFrames.Frame, Group> loops = new HashMap<>();
    for (List<Node> members : Colocation.groups(graph)) {
      Group group = new Group();
      DeviceSpec request = mergedRequest(members);
      LoopFrames.Frame frame = loopOf(members.get(0), frames);
      boolean asksForNothing = request.equals(DeviceSpec.ANY);
      boolean hasState = members.stream().anyMatch(Placer::isState);
      if (asksForNothing && frame != null && !hasState) {
        group = loops.computeIfAbsent(frame, key -> new Group());
      }
      group.nodes.addAll(members);
      group.request = request.toString();
      group.candidates = candidates(members, request);
      if (hasState) {
        settleState(group, members);
      } else if (asksForNothing && home != null && !isFreeSource(members)) {
        settle(group, home, "where its caller is");
      }
      for (Node member : members) {
        groupOf.put(member, group);
      }
    }
  }

  /** Whether it is a single node without inputs, which is placed with its users. */
  private static boolean isFreeSource(List<Node> members) {
    return members.size() == 1 && members.get(0).inputCount() == 0;
  }

  /** The loop of a node. An Exit belongs to it, so that no other device has to follow the loop. */
  private static LoopFrames.@Nullable Frame loopOf(Node node, LoopFrames frames) {
    return node.op().kind() == NodeKind.EXIT ? frames.of(node) : frames.ofOutputs(node);
  }

  /** Whether a node stands for something on its device that outlives steps. */
  private static boolean isState(Node node) {
    NodeKind kind = node.op().kind();
    return node.op().signature().stateful()
        && node.inputCount() == 0
        && (kind == NodeKind.ORDINARY || kind == NodeKind.BLOCKING);
  }

  private static void settle(Group group, Location device, String reason) {
    group.device = device;
    group.candidates = List.of(device);
    group.reason = reason;
  }

  private void settleState(Group group, List<Node> members) {
    for (Node member : members) {
      Location there = isState(member) ? stateAt.get(member.name()) : null;
      if (there == null) {
        continue;
      }
      if (!group.candidates.contains(there)) {
        throw member.error(
            ErrorCode.FAILED_PRECONDITION,
            "its state is on "
                + there.name()
                + " since an earlier step, and cannot be moved to "
                + group.request
                + "; ask for the device where the state is made");
      }
      settle(group, there, "its state is there since an earlier step");
      return;
    }
    if (home != null && group.candidates.contains(home)) {
      settle(group, home, "state, where its caller is");
    } else if (group.candidates.size() > 1) {
      settle(group, group.candidates.get(0), "state, on the first device that will do");
    }
  }

  private static DeviceSpec mergedRequest(List<Node> members) {
    DeviceSpec merged = DeviceSpec.ANY;
    Node first = members.get(0);
    for (Node member : members) {
      DeviceSpec wanted = DeviceSpec.parse(member.device());
      if (!wanted.isCompatibleWith(merged)) {
        throw member.error(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot assign a device for operation "
                + member.name()
                + ": it asks for "
                + wanted
                + ", but must be with "
                + first
                + ", which is on "
                + merged);
      }
      if (!wanted.equals(DeviceSpec.ANY)) {
        merged = wanted.orElse(merged);
        first = member;
      }
    }
    return merged;
  }

  private List<Location> candidates(List<Node> members, DeviceSpec request) {
    List<Location> found = matching(request);
    if (found.isEmpty() && soft) {
      found = matching(request.taskOnly());
    }
    if (found.isEmpty()) {
      StringBuilder refused = new StringBuilder();
      for (Location device : devices) {
        refused.append("\n  ").append(device.name()).append(": is not ").append(request);
      }
      throw members
          .get(0)
          .error(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot assign a device for operation "
                  + members.get(0).name()
                  + ": it asks for "
                  + request
                  + ", and none of the "
                  + devices.size()
                  + " devices will do (soft placement is "
                  + (soft ? "on" : "off")
                  + "):"
                  + refused);
    }
    return found;
  }

  private List<Location> matching(DeviceSpec request) {
    return devices.stream().filter(device -> request.matches(device.spec())).toList();
  }

  /** Runs a node in the simulation; its group is placed if it is not yet. */
  private void simulate(Node node) {
    Group group = group(node);
    if (group.device == null) {
      if (group.candidates.size() == 1) {
        group.device = group.candidates.get(0);
        group.reason = group.request.isEmpty() ? "the only device" : "asked for " + group.request;
      } else if (node.inputCount() == 0 && group.nodes.size() == 1) {
        return; // goes where its first user is
      } else {
        chooseSoonest(node, group);
      }
    }
    Location device = group.device;
    if (device != null) {
      double done = completion(node, device);
      busyUntil.put(device, done);
      doneAt.put(node, done);
    }
  }

  private void chooseSoonest(Node node, Group group) {
    dependsOnCosts = true;
    Location best = group.candidates.get(0);
    double soonest = completion(node, best);
    for (Location device : group.candidates) {
      double done = completion(node, device);
      if (done < soonest) {
        best = device;
        soonest = done;
      }
    }
    group.device = best;
    group.reason =
        String.format(java.util.Locale.ROOT, "done soonest there, after %.1f µs", soonest / 1_000);
  }

  /** When a node would be done on a device: after its inputs are there and the device is free. */
  private double completion(Node node, Location device) {
    double ready = 0;
    for (Output input : node.inputs()) {
      Group from = group(input.node());
      Double done = doneAt.get(input.node());
      if (done != null && from.device != null) {
        boolean moves = !from.device.equals(device);
        ready =
            Math.max(ready, done + (moves ? costs.transferNanos(input.node(), input.index()) : 0));
      }
    }
    double start = Math.max(ready, busyUntil.getOrDefault(device, 0.0));
    return start + costs.computeNanos(node) / device.speed();
  }

  /** Places nodes without inputs, which waited to see where their users are. */
  private void placeWithUsers(Node user) {
    Location device = group(user).device;
    for (Output input : user.inputs()) {
      Group group = group(input.node());
      if (group.device == null && device != null && group.candidates.contains(device)) {
        group.device = device;
        group.reason = "next to its user " + user.name();
      }
    }
    Group own = group(user);
    if (own.device == null && own.reason.isEmpty()) {
      own.reason =
          user.op().kind() == NodeKind.NO_OP ? "the first device will do" : "the first device";
    }
  }
}
