package dev.weir.runtime.internal.schedule;

import dev.weir.graph.AttrType;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.graph.Signature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the receives of one device's part of a step that are worth a schedule. */
final class FindReceives {
  /** What a value counts for whose shape is not known. */
  private static final double UNKNOWN_BYTES = 256 << 10;

  /** More are not looked at: the largest are. It bounds the memory a schedule takes. */
  private static final int MOST_RECEIVES = 1_024;

  private static final int MOST_HANDED_ON = 8;

  private final List<Node> nodes;
  private final Lookahead lookahead;
  private final List<List<Node>> targets = new ArrayList<>();

  FindReceives(List<Node> nodes, Lookahead lookahead) {
    this.nodes = nodes;
    this.lookahead = lookahead;
  }

  /** The receives; none if all of them together are within the lookahead. */
  List<Receive> find() {
    List<Node> large = nodes.stream().filter(this::isLarge).toList();
    double bytes = large.stream().mapToDouble(FindReceives::bytes).sum();
    if (large.size() <= lookahead.receives() || bytes <= lookahead.bytes()) {
      return List.of();
    }
    findTargets();
    return large.stream()
        .sorted(Comparator.comparingDouble(FindReceives::bytes).reversed())
        .limit(MOST_RECEIVES)
        .map(this::receive)
        .filter(receive -> !receive.users().isEmpty())
        .toList();
  }

  /**
   * Whether a node receives something large from another device, at any time: one that waits for
   * something already, as all in loops do, has a schedule. What a client feeds is here already.
   */
  private boolean isLarge(Node node) {
    return node.op().kind() == NodeKind.RECEIVE
        && node.controlInputs().isEmpty()
        && !node.attrs().bool("client_terminated")
        && bytes(node) >= lookahead.smallest();
  }

  private static double bytes(Node receive) {
    return receive.outputShape(0).isFullyKnown()
        ? (double) receive.outputShape(0).elements()
            * Math.max(1, receive.outputDtype(0).byteSize())
        : UNKNOWN_BYTES;
  }

  private void findTargets() {
    nodes.forEach(node -> targets.add(new ArrayList<>(2)));
    for (Node node : nodes) {
      for (Output input : node.inputs()) {
        targets.get(input.node().id()).add(node);
      }
      for (Node control : node.controlInputs()) {
        targets.get(control.id()).add(node);
      }
    }
  }

  private Receive receive(Node node) {
    Set<Node> handedOn = new LinkedHashSet<>();
    Set<Node> users = new LinkedHashSet<>();
    List<Node> open = new ArrayList<>(List.of(node));
    while (!open.isEmpty()) {
      for (Node target : targets.get(open.removeLast().id())) {
        if (users.contains(target) || handedOn.contains(target)) {
          continue;
        }
        if (handedOn.size() < MOST_HANDED_ON && handsOn(target, node, handedOn)) {
          handedOn.add(target);
          open.add(target);
        } else {
          users.add(target);
        }
      }
    }
    return new Receive(node, bytes(node), List.copyOf(handedOn), List.copyOf(users));
  }

  /** Whether a node does nothing but compute something for others from a received value. */
  private boolean handsOn(Node node, Node received, Set<Node> handedOn) {
    if (node.op().kind() != NodeKind.ORDINARY
        || hasEffects(node)
        || !node.controlInputs().isEmpty()
        || targets.get(node.id()).isEmpty()) {
      return false;
    }
    for (Output input : node.inputs()) {
      Node from = input.node();
      if (from != received && !handedOn.contains(from) && !isConstant(from)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isConstant(Node node) {
    return node.op().kind() == NodeKind.CONSTANT && node.controlInputs().isEmpty();
  }

  /** A function that is called may do anything. */
  private static boolean hasEffects(Node node) {
    Signature signature = node.op().signature();
    return signature.stateful()
        || signature.inputs().stream().anyMatch(Signature.Arg::isRef)
        || signature.attrs().stream().anyMatch(attr -> attr.type() == AttrType.FUNC);
  }
}
