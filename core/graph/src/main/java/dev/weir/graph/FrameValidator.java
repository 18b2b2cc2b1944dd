package dev.weir.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks that all inputs of a node are in one loop, or in none: that values enter a loop only
 * through {@code Enter}, leave it only through {@code Exit}, and go round only through {@code
 * NextIteration}.
 */
final class FrameValidator {
  /** A loop, inside another or inside none. */
  private static final class Frame {
    private final String name;
    private final @Nullable Frame parent;

    Frame(String name, @Nullable Frame parent) {
      this.name = name;
      this.parent = parent;
    }

    @Override
    public String toString() {
      return parent == null ? "none" : "loop \"" + name + "\"";
    }
  }

  private static final Frame ROOT = new Frame("", null);

  private final List<Node> nodes;
  private final Frame[] frames;
  private final Map<String, Frame> byName = new HashMap<>();
  private final List<String> problems = new ArrayList<>();

  /** A validator of nodes in order, whose edges are known to be right. */
  FrameValidator(List<Node> nodes) {
    this.nodes = nodes;
    this.frames = new Frame[nodes.size()];
  }

  List<String> problems() {
    for (Node node : nodes) {
      Frame inputs = frameOfInputs(node);
      frames[node.id()] =
          switch (node.op().kind()) {
            case ENTER -> entered(node, inputs);
            case EXIT -> left(node, inputs);
            default -> inputs;
          };
    }
    nodes.forEach(this::checkBackEdges);
    return problems;
  }

  private Frame frameOfInputs(Node node) {
    Frame common = null;
    Node first = null;
    for (Output input : node.inputs()) {
      Node from = input.node();
      if (from.id() < node.id()) {
        common = same(node, common, first, from);
        first = first == null ? from : first;
      }
    }
    for (Node from : node.controlInputs()) {
      common = same(node, common, first, from);
      first = first == null ? from : first;
    }
    return common == null ? ROOT : common;
  }

  private Frame same(Node node, @Nullable Frame common, @Nullable Node first, Node from) {
    Frame frame = frames[from.id()];
    if (common != null && common != frame) {
      problem(
          node,
          "its inputs must be in one loop: "
              + first
              + " is in "
              + common
              + ", "
              + from
              + " in "
              + frame);
      return common;
    }
    return frame;
  }

  private Frame entered(Node node, Frame outside) {
    String name = node.attrs().string("frame_name");
    Frame frame = byName.computeIfAbsent(name, key -> new Frame(key, outside));
    if (frame.parent != outside) {
      problem(
          node,
          "it enters "
              + frame
              + " from "
              + outside
              + ", another Enter from "
              + (frame.parent == null ? "none" : frame.parent));
    }
    return frame;
  }

  private Frame left(Node node, Frame inside) {
    if (inside.parent == null) {
      problem(node, "it is in no loop to leave");
      return ROOT;
    }
    return inside.parent;
  }

  private void checkBackEdges(Node node) {
    NodeKind kind = node.op().kind();
    if (kind == NodeKind.NEXT_ITERATION && frames[node.id()] == ROOT) {
      problem(node, "it is in no loop");
    }
    if (kind == NodeKind.MERGE) {
      for (Output input : node.inputs()) {
        if (GraphValidator.isBackEdge(node, input.node())
            && frames[input.node().id()] != frames[node.id()]) {
          problem(
              node,
              "what comes back is in "
                  + frames[input.node().id()]
                  + ", what enters in "
                  + frames[node.id()]);
        }
      }
    }
  }

  private void problem(Node node, String rule) {
    problems.add("[" + node + "] " + rule);
  }
}
