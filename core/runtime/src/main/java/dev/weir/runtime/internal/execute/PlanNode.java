package dev.weir.runtime.internal.execute;

import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.kernel.Kernel;
import dev.weir.runtime.internal.rendezvous.RendezvousKey;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A node as the executor sees it: positions instead of names, edges by consumer. Positions of nodes
 * and inputs count within the node's frame.
 */
final class PlanNode {
  /** An edge from an output of a node to an input of another. */
  record Edge(int output, PlanNode target, int input) {}

  // Shared by all nodes: in a large plan what is not there should not cost a cache line.
  static final boolean[] NO_FLAGS = {};
  private static final Edge[] NO_EDGES = {};
  private static final PlanNode[] NO_TARGETS = {};
  private static final int[] NO_COUNTS = {};

  final Node node;
  final NodeKind kind;
  final Kernel kernel;
  final String provider;

  /**
   * What it is called in messages and to allocators; made once, for it is asked for in each step.
   */
  final String description;

  final boolean isTiny;

  /** Whether all it does is to hand on its input, which needs no kernel. */
  final boolean forwards;

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

  /** What to compare its outputs with; null if nothing was promised of them. */
  final @Nullable Border border;

  /** Inputs that arrive as references to variables and are wanted as values; empty if none. */
  boolean[] dereference = NO_FLAGS;

  Edge[] edges = NO_EDGES;
  PlanNode[] controlTargets = NO_TARGETS;

  /** How many edges leave each output. */
  int[] fanOut = NO_COUNTS;

  /** Who takes its one output, if that is all that follows; null else. */
  @Nullable PlanNode onlyTarget;

  /** Which input of that one it is. */
  int onlyInput;

  /** The frame its inputs are in. */
  FrameInfo frame = FrameInfo.ROOT;

  /** For an Enter: the frame it leads into. */
  FrameInfo entered = FrameInfo.ROOT;

  /** For arguments and returned values: which one. */
  int index;

  /** For a transfer: its key. */
  @Nullable RendezvousKey key;

  PlanNode(Node node, Kernel kernel, String provider) {
    this.node = node;
    this.kind = node.op().kind();
    this.kernel = kernel;
    this.provider = provider;
    this.description = node.toString();
    this.forwards = kernel.equals(Kernel.FORWARD);
    this.isTiny = kind != NodeKind.ORDINARY && kind != NodeKind.BLOCKING;
    this.inputCount = node.inputCount();
    this.outputCount = node.outputCount();
    this.border = Border.of(this);
  }

  /** Makes room for what follows it. */
  void expectTargets(int edgeCount, int controlCount) {
    if (edgeCount > 0) {
      edges = new Edge[edgeCount];
    }
    if (controlCount > 0) {
      controlTargets = new PlanNode[controlCount];
    }
    if (outputCount > 0) {
      fanOut = new int[outputCount];
    }
  }

  void setEdge(int position, Edge edge) {
    edges[position] = edge;
    fanOut[edge.output()]++;
    if (outputCount == 1 && edges.length == 1 && controlTargets.length == 0) {
      onlyTarget = edge.target();
      onlyInput = edge.input();
    }
  }

  /** Lets another node wait for this one; of those that then become ready it runs first. */
  void precede(PlanNode later) {
    controlTargets = Arrays.copyOf(controlTargets, controlTargets.length + 1);
    controlTargets[controlTargets.length - 1] = later;
    later.controlDependencies++;
    later.dependencies++;
    onlyTarget = null;
  }

  boolean isConstantEnter() {
    return kind == NodeKind.ENTER && node.attrs().bool("is_constant");
  }

  @Override
  public String toString() {
    return description;
  }

  /** The key of a transfer, which has one. */
  RendezvousKey key() {
    return Objects.requireNonNull(key);
  }
}
