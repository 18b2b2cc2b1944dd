package dev.weir.runtime.internal.execute;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Attributes;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.rendezvous.RendezvousKey;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns the subgraph of a device into a plan: kernels, edges by consumer, frames. */
final class PlanBuilder {
  private static final Set<NodeKind> CONTROL_FLOW =
      EnumSet.of(
          NodeKind.SWITCH, NodeKind.MERGE, NodeKind.ENTER, NodeKind.EXIT, NodeKind.NEXT_ITERATION);

  private final Device device;
  private final KernelSelector kernels;
  private final List<Node> nodes;

  /** By the position of their nodes in the graph. */
  private final PlanNode[] planned;

  private final FrameInfo root = new FrameInfo("", null, 1);
  private final Map<FrameInfo, Map<String, FrameInfo>> children = new HashMap<>();

  PlanBuilder(Graph graph, Device device, KernelSelector kernels) {
    this.device = device;
    this.kernels = kernels;
    this.nodes = graph.nodes();
    this.planned = new PlanNode[nodes.size()];
  }

  ExecutionPlan build(boolean mayBeDead) {
    for (int i = 0; i < planned.length; i++) {
      KernelSelector.Choice choice = kernels.choose(nodes.get(i));
      planned[i] = new PlanNode(nodes.get(i), choice.kernel(), choice.provider());
    }
    connect();
    boolean controlFlow = mayBeDead;
    for (PlanNode node : planned) {
      details(node);
      controlFlow |= CONTROL_FLOW.contains(node.kind);
    }
    if (!controlFlow) {
      ReadersFirst.apply(planned);
    }
    assignFrames();
    return new ExecutionPlan(device, kernels, List.of(planned), root, controlFlow);
  }

  /** The position of a node, which must be one of those that run here. */
  private int position(Node node) {
    int id = node.id();
    if (id >= planned.length || planned[id].node != node) {
      throw node.error(ErrorCode.INTERNAL, "it is not in the part of the graph that runs here");
    }
    return id;
  }

  private void connect() {
    int[] edges = new int[planned.length];
    int[] controls = new int[planned.length];
    for (PlanNode target : planned) {
      for (int i = 0; i < target.inputCount; i++) {
        edges[position(target.node.input(i).node())]++;
      }
      for (Node control : target.node.controlInputs()) {
        controls[position(control)]++;
      }
    }
    for (int i = 0; i < planned.length; i++) {
      planned[i].expectTargets(edges[i], controls[i]);
    }
    for (int i = planned.length - 1; i >= 0; i--) { // the counts say where the next one goes
      connect(planned[i], edges, controls);
    }
  }

  private void connect(PlanNode target, int[] edges, int[] controls) {
    List<Node> waitsFor = target.node.controlInputs();
    for (int i = target.inputCount - 1; i >= 0; i--) {
      Output input = target.node.input(i);
      int source = input.node().id();
      planned[source].setEdge(--edges[source], new PlanNode.Edge(input.index(), target, i));
    }
    for (Node control : waitsFor) {
      planned[control.id()].controlTargets[--controls[control.id()]] = target;
    }
    target.controlDependencies = waitsFor.size();
    target.dependencies = target.inputCount + target.controlDependencies;
  }

  private void details(PlanNode planNode) {
    Node node = planNode.node;
    Attributes attrs = node.attrs();
    switch (planNode.kind) {
      case ARGUMENT, RETURN -> planNode.index = Math.toIntExact(attrs.integer("index"));
      case SEND, RECEIVE -> planNode.key = RendezvousKey.of(attrs);
      default -> {}
    }
    planNode.check = ShapeCheck.of(node);
    for (int i = 0; i < planNode.inputCount; i++) {
      if (node.input(i).isReference()) {
        planNode.dereference = dereferenced(node);
      }
    }
  }

  /** Which inputs are references where values are wanted; empty if none. */
  private static boolean[] dereferenced(Node node) {
    boolean[] wanted = node.op().signature().inputIsRef(node.attrs());
    boolean[] dereferenced = new boolean[node.inputCount()];
    boolean any = false;
    for (int i = 0; i < dereferenced.length; i++) {
      dereferenced[i] = node.input(i).isReference() && !wanted[i];
      any |= dereferenced[i];
    }
    return any ? dereferenced : PlanNode.NO_FLAGS;
  }

  /** Finds the frame of every node: that of its inputs, or the one an Enter leads into. */
  private void assignFrames() {
    @Nullable FrameInfo[] outputFrames = new FrameInfo[planned.length];
    Map<FrameInfo, List<PlanNode>> members = new HashMap<>();
    for (PlanNode planNode : planned) {
      Node node = planNode.node;
      FrameInfo frame = frameOfInputs(node, outputFrames);
      planNode.frame = frame;
      members.computeIfAbsent(frame, k -> new ArrayList<>()).add(planNode);
      FrameInfo result = frame;
      if (planNode.kind == NodeKind.RETURN && frame != root) {
        throw node.input(0)
            .node()
            .error(
                ErrorCode.INVALID_ARGUMENT,
                "it is in the loop \""
                    + frame.name
                    + "\" and has a value for every iteration, so it cannot be fetched; fetch what"
                    + " an Exit of the loop gives");
      }
      if (planNode.kind == NodeKind.ENTER) {
        result = enter(frame, node);
        planNode.entered = result;
        result.enters++;
      } else if (planNode.kind == NodeKind.EXIT) {
        if (frame.parent == null) {
          throw node.error(ErrorCode.INVALID_ARGUMENT, "it leaves a loop it is not in");
        }
        result = frame.parent;
      }
      outputFrames[node.id()] = result;
    }
    members.forEach(PlanBuilder::number);
  }

  private static void number(FrameInfo frame, List<PlanNode> members) {
    frame.nodes = members.toArray(PlanNode[]::new);
    int inputs = 0;
    for (int i = 0; i < frame.nodes.length; i++) {
      frame.nodes[i].local = i;
      frame.nodes[i].inputBase = inputs;
      inputs += frame.nodes[i].inputCount;
    }
    frame.inputCount = inputs;
  }

  private FrameInfo frameOfInputs(Node node, @Nullable FrameInfo[] outputFrames) {
    FrameInfo frame = null;
    for (int i = 0; i < node.inputCount(); i++) {
      frame = agree(node, frame, outputFrames[node.input(i).node().id()]);
    }
    for (Node control : node.controlInputs()) {
      frame = agree(node, frame, outputFrames[control.id()]);
    }
    return frame == null ? root : frame;
  }

  private static @Nullable FrameInfo agree(
      Node node, @Nullable FrameInfo before, @Nullable FrameInfo next) {
    if (before != null && next != null && before != next) {
      throw node.error(
          ErrorCode.INVALID_ARGUMENT,
          "its inputs are in different loops: \""
              + before.name
              + "\" and \""
              + next.name
              + "\"; values cross loops only through Enter and Exit");
    }
    return next == null ? before : next;
  }

  private FrameInfo enter(FrameInfo parent, Node enter) {
    String name = enter.attrs().string("frame_name");
    int parallel = Math.clamp(enter.attrs().integer("parallel_iterations"), 1, Integer.MAX_VALUE);
    return children
        .computeIfAbsent(parent, k -> new HashMap<>())
        .computeIfAbsent(name, k -> new FrameInfo(name, parent, parallel));
  }
}
