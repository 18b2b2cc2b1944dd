package dev.weir.runtime.execute;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.kernel.Kernel;
import org.jspecify.annotations.Nullable;

/**
 * A node as the executor sees it: positions instead of names, edges by consumer. Positions of nodes
 * and inputs count within the node's frame.
 */
final class PlanNode {
  /** An edge from an output of a node to an input of another. */
  record Edge(int output, PlanNode target, int input) {}

  final Node node;
  final NodeKind kind;
  final Kernel kernel;
  final String provider;
  final boolean isTiny;

  /** Position among the nodes of its frame. */
  int local;

  /** Position of its first input among the inputs of its frame's nodes. */
  int inputBase;

  final int inputCount;
  final int outputCount;

  /** Data and control inputs that must arrive before it runs. */
  int dependencies;

  int controlDependencies;

  /** What to check before it runs; null if all was known when it was built. */
  @Nullable ShapeCheck check;

  /** Inputs that arrive as references to variables and are wanted as values; empty if none. */
  boolean[] dereference = {};

  Edge[] edges = {};
  PlanNode[] controlTargets = {};

  /** How many edges leave each output. */
  int[] fanOut = {};

  /** The frame its inputs are in. */
  FrameInfo frame = FrameInfo.ROOT;

  /** For an Enter: the frame it leads into. */
  FrameInfo entered = FrameInfo.ROOT;

  /** For arguments and returned values: which one. */
  int index;

  /** For a transfer: the key without the frame and iteration. */
  String keyPrefix = "";

  PlanNode(Node node, Kernel kernel, String provider) {
    this.node = node;
    this.kind = node.op().kind();
    this.kernel = kernel;
    this.provider = provider;
    this.isTiny = kind != NodeKind.ORDINARY && kind != NodeKind.BLOCKING;
    this.inputCount = node.inputCount();
    this.outputCount = node.outputCount();
  }

  boolean isConstantEnter() {
    return kind == NodeKind.ENTER && node.attrs().bool("is_constant");
  }

  @Override
  public String toString() {
    return node.toString();
  }
}
