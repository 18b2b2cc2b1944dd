package dev.weir.runtime.internal.execute;

import dev.weir.graph.AttrType;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets the node that changes a variable wait for the nodes that compute with the value it had. A
 * value that is still referenced cannot be written in place: training would copy every weight in
 * every step, and hold both copies beside the gradient.
 *
 * <pre>
 *   weights = Read(handle)                   weights = Read(handle)
 *   back = MatMul(error, weights)            back = MatMul(error, weights)
 *   gradient = MatMul(inputs, error)         gradient = MatMul(inputs, error)
 *   Update(handle, gradient)                 Update(handle, gradient) after back
 * </pre>
 *
 * <p>What a step computes stays the same, since a value that was read does not change. A node is
 * made to wait for another only if
 *
 * <ol>
 *   <li>it is the only one in the plan that changes what is behind its handle;
 *   <li>the other comes before it in the graph, so that there is no circle;
 *   <li>it already waits for every event that the other waits for: what comes from elsewhere may
 *       come only after the change.
 * </ol>
 */
final class ReadersFirst {
  private static final int SEVERAL = -1;

  private final PlanNode[] nodes;

  /** The one node that changes what is behind a handle; those with several are marked. */
  private final Map<Output, Integer> writers = new HashMap<>();

  private ReadersFirst(PlanNode[] nodes) {
    this.nodes = nodes;
  }

  /** Adds the waiting to a plan without control flow, whose edges are there already. */
  static void apply(PlanNode[] nodes) {
    ReadersFirst order = new ReadersFirst(nodes);
    order.findWriters();
    if (!order.writers.isEmpty()) {
      order.letWritersWait();
    }
  }

  private void findWriters() {
    for (int id = 0; id < nodes.length; id++) {
      PlanNode node = nodes[id];
      if (node.kind == NodeKind.ORDINARY && node.outputCount == 0) {
        for (int i = 0; i < node.inputCount; i++) {
          if (isHandle(node.node.input(i))) {
            writers.merge(node.node.input(i), id, (one, another) -> SEVERAL);
          }
        }
      }
    }
  }

  private static boolean isHandle(Output edge) {
    return edge.dtype() == DType.RESOURCE;
  }

  private void letWritersWait() {
    @Nullable BitSet[] awaited = awaited();
    for (PlanNode reader : nodes) {
      if (reads(reader)) {
        int writer = writers.getOrDefault(reader.node.input(0), SEVERAL);
        if (writer != SEVERAL) {
          for (PlanNode user : usersOf(reader)) {
            if (user.node.id() < writer && contains(awaited[writer], awaited[user.node.id()])) {
              user.precede(nodes[writer]);
            }
          }
        }
      }
    }
  }

  /** Whether a node gives the value behind a handle. */
  private static boolean reads(PlanNode node) {
    return node.kind == NodeKind.ORDINARY
        && node.inputCount == 1
        && node.outputCount == 1
        && isHandle(node.node.input(0))
        && !isHandle(node.node.output(0));
  }

  /** Who holds a value until it has run, also where it is handed on. */
  private static Set<PlanNode> usersOf(PlanNode reader) {
    Set<PlanNode> users = new HashSet<>();
    Deque<PlanNode> holders = new ArrayDeque<>();
    holders.add(reader);
    for (PlanNode next = holders.poll(); next != null; next = holders.poll()) {
      for (PlanNode.Edge edge : next.edges) {
        PlanNode user = edge.target();
        if (user.kind == NodeKind.ORDINARY && users.add(user) && user.forwards) {
          holders.add(user);
        }
      }
    }
    return users;
  }

  /** For every node, the nodes before it, and itself, that wait for more than their inputs. */
  private @Nullable BitSet[] awaited() {
    @Nullable BitSet[] awaited = new BitSet[nodes.length];
    for (int id = 0; id < nodes.length; id++) {
      PlanNode node = nodes[id];
      if (mayWait(node)) {
        BitSet own = awaited[id] == null ? new BitSet() : (BitSet) awaited[id].clone();
        own.set(id);
        awaited[id] = own;
      }
      for (PlanNode.Edge edge : node.edges) {
        hand(awaited, id, edge.target().node.id());
      }
      for (PlanNode target : node.controlTargets) {
        hand(awaited, id, target.node.id());
      }
    }
    return awaited;
  }

  /** Sets are shared until they differ: there is mostly one for all. */
  private static void hand(@Nullable BitSet[] awaited, int from, int to) {
    BitSet given = awaited[from];
    BitSet had = awaited[to];
    if (had == null) {
      awaited[to] = given;
    } else if (given != null && !contains(had, given)) {
      BitSet both = (BitSet) had.clone();
      both.or(given);
      awaited[to] = both;
    }
  }

  /** A function that is called may contain anything. */
  private static boolean mayWait(PlanNode node) {
    return node.kind == NodeKind.BLOCKING
        || node.kind == NodeKind.RECEIVE
        || node.node.op().signature().attrs().stream()
            .anyMatch(attr -> attr.type() == AttrType.FUNC);
  }

  private static boolean contains(@Nullable BitSet all, @Nullable BitSet part) {
    if (part == null) {
      return true;
    }
    if (all == null) {
      return false;
    }
    BitSet missing = (BitSet) part.clone();
    missing.andNot(all);
    return missing.isEmpty();
  }
}
