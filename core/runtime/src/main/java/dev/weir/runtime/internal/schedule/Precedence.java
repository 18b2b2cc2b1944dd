package dev.weir.runtime.internal.schedule;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which of some nodes, the gates, a node waits for in every run, whichever branches are taken. A
 * {@code Merge} waits for what all its inputs wait for, since it takes the first; every other node,
 * alive or dead, for all that any of its inputs does.
 */
final class Precedence {
  private static final BitSet NONE = new BitSet();

  /** For each node the gates that are done when it is; sets are shared where they are equal. */
  private final BitSet[] after;

  /**
   * Works it out for all nodes.
   *
   * @param gates numbered by their position; null where a number stands for nothing, and a node may
   *     have several numbers
   */
  Precedence(List<Node> nodes, List<@Nullable Node> gates) {
    @Nullable BitSet[] own = new BitSet[nodes.size()];
    for (int i = 0; i < gates.size(); i++) {
      Node gate = gates.get(i);
      if (gate != null) {
        BitSet numbers = own[gate.id()];
        if (numbers == null) {
          numbers = new BitSet();
          own[gate.id()] = numbers;
        }
        numbers.set(i);
      }
    }
    this.after = new BitSet[nodes.size()];
    for (Node node : nodes) {
      BitSet numbers = own[node.id()];
      BitSet before = before(node);
      after[node.id()] = numbers == null ? before : union(before, numbers);
    }
  }

  /** The gates that are done before any of some nodes starts; there must be one node. */
  BitSet beforeAll(List<Node> some) {
    BitSet gates = before(some.getFirst());
    for (Node node : some) {
      gates = common(gates, before(node));
    }
    return gates;
  }

  private BitSet before(Node node) {
    BitSet gates = node.op().kind() == NodeKind.MERGE ? beforeAllInputs(node) : NONE;
    if (node.op().kind() != NodeKind.MERGE) {
      for (Output input : node.inputs()) {
        gates = union(gates, after[input.node().id()]);
      }
    }
    for (Node control : node.controlInputs()) {
      gates = union(gates, after[control.id()]);
    }
    return gates;
  }

  /** A loop is entered before it goes round: its back edge does not count. */
  private BitSet beforeAllInputs(Node merge) {
    BitSet gates = null;
    for (Output input : merge.inputs()) {
      if (input.node().id() < merge.id()) {
        gates = gates == null ? after[input.node().id()] : common(gates, after[input.node().id()]);
      }
    }
    return gates == null ? NONE : gates;
  }

  private static BitSet union(BitSet some, BitSet more) {
    if (more.isEmpty()) {
      return some;
    }
    if (some.isEmpty()) {
      return more;
    }
    BitSet all = (BitSet) some.clone();
    all.or(more);
    return all.equals(some) ? some : all;
  }

  private static BitSet common(BitSet some, BitSet others) {
    BitSet both = (BitSet) some.clone();
    both.and(others);
    return both;
  }
}
