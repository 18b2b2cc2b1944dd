package dev.weir.runtime.execute;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Attributes;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.device.KernelSelector;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.IdentityHashMap;
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
  private final Map<Node, PlanNode> planned = new IdentityHashMap<>();
  private final FrameInfo root = new FrameInfo("", null, 1);
  private final Map<FrameInfo, Map<String, FrameInfo>> children = new HashMap<>();

  PlanBuilder(Graph graph, Device device, KernelSelector kernels) {
    this.device = device;
    this.kernels = kernels;
    this.nodes = graph.nodes();
  }

  ExecutionPlan build(boolean mayBeDead) {
    List<PlanNode> plan = new ArrayList<>(nodes.size());
    for (Node node : nodes) {
      KernelSelector.Choice choice = kernels.choose(node);
      PlanNode planNode = new PlanNode(node, choice.kernel(), choice.provider());
      planned.put(node, planNode);
      plan.add(planNode);
    }
    connect();
    plan.forEach(this::details);
    assignFrames();
    boolean controlFlow =
        mayBeDead || plan.stream().anyMatch(node -> CONTROL_FLOW.contains(node.kind));
    return new ExecutionPlan(device, plan, root, controlFlow);
  }

  private PlanNode planNode(Node node) {
    PlanNode found = planned.get(node);
    if (found == null) {
      throw node.error(ErrorCode.INTERNAL, "it is not in the part of the graph that runs here");
    }
    return found;
  }

  private void connect() {
    Map<PlanNode, List<PlanNode.Edge>> edges = new IdentityHashMap<>();
    Map<PlanNode, List<PlanNode>> controls = new IdentityHashMap<>();
    for (Node node : nodes) {
      PlanNode target = planNode(node);
      for (int i = 0; i < node.inputCount(); i++) {
        Output input = node.input(i);
        edges
            .computeIfAbsent(planNode(input.node()), k -> new ArrayList<>(2))
            .add(new PlanNode.Edge(input.index(), target, i));
      }
      for (Node control : node.controlInputs()) {
        controls.computeIfAbsent(planNode(control), k -> new ArrayList<>(2)).add(target);
      }
      target.controlDependencies = node.controlInputs().size();
      target.dependencies = node.inputCount() + target.controlDependencies;
    }
    for (PlanNode source : planned.values()) {
      source.edges = edges.getOrDefault(source, List.of()).toArray(PlanNode.Edge[]::new);
      source.controlTargets = controls.getOrDefault(source, List.of()).toArray(PlanNode[]::new);
      source.fanOut = new int[source.outputCount];
      for (PlanNode.Edge edge : source.edges) {
        source.fanOut[edge.output()]++;
      }
    }
  }

  private void details(PlanNode planNode) {
    Node node = planNode.node;
    Attributes attrs = node.attrs();
    switch (planNode.kind) {
      case ARGUMENT, RETURN -> planNode.index = Math.toIntExact(attrs.integer("index"));
      case SEND, RECEIVE ->
          planNode.keyPrefix =
              String.join(
                  ";",
                  attrs.string("send_device"),
                  HexFormat.of().toHexDigits(attrs.integer("send_device_incarnation")),
                  attrs.string("recv_device"),
                  attrs.string("tensor_name"),
                  "");
      default -> {}
    }
    planNode.check = ShapeCheck.of(node);
    boolean[] wanted = node.op().signature().inputIsRef(attrs);
    boolean[] dereference = new boolean[planNode.inputCount];
    boolean any = false;
    for (int i = 0; i < planNode.inputCount; i++) {
      dereference[i] = node.input(i).isReference() && !wanted[i];
      any |= dereference[i];
    }
    if (any) {
      planNode.dereference = dereference;
    }
  }

  /** Finds the frame of every node: that of its inputs, or the one an Enter leads into. */
  private void assignFrames() {
    Map<PlanNode, FrameInfo> outputFrame = new IdentityHashMap<>();
    Map<FrameInfo, List<PlanNode>> members = new HashMap<>();
    for (Node node : nodes) {
      PlanNode planNode = planNode(node);
      FrameInfo frame = frameOfInputs(node, outputFrame);
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
      outputFrame.put(planNode, result);
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

  private FrameInfo frameOfInputs(Node node, Map<PlanNode, FrameInfo> outputFrame) {
    FrameInfo frame = null;
    for (Output input : node.inputs()) {
      frame = agree(node, frame, outputFrame.get(planNode(input.node())));
    }
    for (Node control : node.controlInputs()) {
      frame = agree(node, frame, outputFrame.get(planNode(control)));
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
