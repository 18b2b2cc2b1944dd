package dev.weir.fuzz.graph;

import dev.weir.error.WeirException;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.NodeKind;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies a graph and spoils the copy: constants change, are fed instead, or come through something
 * that claims another shape for them; attributes change; edges are moved.
 */
final class HostileGraph {
  private static final int MANY_OUTPUTS = 10_000;

  /** An edge of this graph that is fed: its name and a value for it. */
  private final Map<String, Tensor> feeds = new LinkedHashMap<>();

  private final Map<Output, Output> copies = new HashMap<>();
  private final Map<DType, List<Output>> byType = new HashMap<>();
  private final Graph graph = new Graph();
  private final HostileValues values;
  private final double rate;
  private final StringBuilder story = new StringBuilder();
  private final List<String> functions = new ArrayList<>();
  private final List<BackEdge> backEdges = new ArrayList<>();
  private int made;
  private boolean blocks;
  private boolean isHuge;
  private boolean isBody;

  /** Where nodes may be moved; empty if they stay. */
  private List<String> devices = List.of();

  /** An input of a merge that is connected when all is copied. */
  private record BackEdge(Node merge, int input, Output original) {}

  private HostileGraph(HostileValues values, double rate) {
    this.values = values;
    this.rate = rate;
  }

  /**
   * Spoils a graph. Fails with a WeirException where a node is refused.
   *
   * @param devices to which some nodes are moved; none if it is empty
   */
  static HostileGraph of(BaseGraph base, HostileValues values, List<String> devices) {
    int points = 0;
    for (Node node : base.graph().nodes()) {
      points += 1 + node.attrs().asMap().size();
    }
    HostileGraph hostile = new HostileGraph(values, Math.min(0.5, 2.5 / points));
    hostile.devices = devices;
    for (GraphFunction function : base.graph().functions()) {
      hostile.graph.addFunction(hostile.spoiled(function));
    }
    hostile.copyAll(base.graph());
    for (Scenario.Step step : base.steps()) {
      step.fetches().forEach(hostile::follow);
    }
    return hostile;
  }

  /** A function with another body, or the same. */
  private GraphFunction spoiled(GraphFunction function) {
    if (!values.chance(0.2)) {
      return function;
    }
    HostileGraph body = new HostileGraph(values, rate);
    body.isBody = true;
    body.graph.copyFunctionsOf(function.body());
    body.copyAll(function.body());
    tell(function.name(), "becomes", body.story);
    return new GraphFunction(
        function.name(),
        function.inputs(),
        function.outputs(),
        function.controlOutputs(),
        body.graph,
        function.attrs());
  }

  private void copyAll(Graph original) {
    for (GraphFunction function : original.functions()) {
      functions.add(function.name());
    }
    original.nodes().forEach(this::copy);
    for (BackEdge edge : backEdges) {
      Output next = copies.get(edge.original);
      if (next != null) {
        graph.connectBackEdge(edge.merge, edge.input, next);
      }
    }
  }

  /** The name of what follows a fetched edge, if something does. */
  static String tailOf(String fetch) {
    return "tail_of_" + fetch.replace(':', '_');
  }

  /** Lets something use an output, which trusts what is known of its shape. */
  private void follow(String fetch) {
    Output output = graph.output(fetch);
    DType dtype = output.dtype();
    boolean isNumber = dtype.isFloating() || dtype == DType.INT32;
    if (output.isReference() || graph.has(tailOf(fetch)) || !isNumber || values.chance(0.6)) {
      return;
    }
    Shape shape = output.shape();
    if (shape.isFullyKnown() && shape.elements() <= 1 << 16 && values.chance(0.5)) {
      Output zeros = constant(tailOf(fetch) + "_zeros", Tensors.zeros(dtype, shape));
      graph.node("AddN", tailOf(fetch)).inputList(List.of(zeros, output)).buildExact();
    } else {
      bias(fetch, output);
    }
  }

  private void bias(String fetch, Output output) {
    Shape shape = output.shape();
    Output last = output;
    if (shape.hasRank() && shape.rank() >= 2 && shape.size(-1) > 0 && shape.size(-1) < 100) {
      Output bias =
          constant(tailOf(fetch) + "_bias", Tensors.ones(output.dtype(), Shape.of(shape.size(-1))));
      last =
          graph
              .node("BiasAdd", tailOf(fetch) + "_sum")
              .input(output)
              .input(bias)
              .buildExact()
              .output(0);
    }
    String op = values.chance(0.5) ? "Relu" : "Identity";
    graph.node(op, tailOf(fetch)).input(last).buildExact();
  }

  Graph graph() {
    return graph;
  }

  Map<String, Tensor> feeds() {
    return feeds;
  }

  /** Whether a step may wait for something. */
  boolean blocks() {
    return blocks;
  }

  /** Whether a node has so many outputs that each step takes seconds; one step is enough then. */
  boolean isHuge() {
    return isHuge;
  }

  /** What was changed, for people. */
  String story() {
    return story.toString();
  }

  private void tell(Object... words) {
    for (Object word : words) {
      story.append(word).append(' ');
    }
    story.append("; ");
  }

  private void copy(Node node) {
    blocks |= node.op().kind() == NodeKind.BLOCKING || node.op().kind() == NodeKind.NEXT_ITERATION;
    if (node.op().kind() == NodeKind.CONSTANT) {
      Output source = constant(node);
      copies.put(node.output(0), source);
      known(source);
      return;
    }
    NodeBuilder builder = graph.node(node.op().signature().name(), node.name());
    node.attrs()
        .asMap()
        .forEach(
            (name, value) -> {
              AttrValue given = value;
              if (values.chance(rate / 2)) {
                given = value instanceof AttrValue.FuncValue ? function(value) : values.near(value);
                tell(node.name(), name, given);
              }
              builder.attr(name, given);
            });
    List<Output> inputs = new ArrayList<>();
    List<Integer> late = new ArrayList<>();
    for (Output input : node.inputs()) {
      Output copy = copies.get(input);
      if (copy == null) {
        if (node.op().kind() == NodeKind.MERGE) {
          late.add(inputs.size());
        }
        inputs.add(anyOf(input.dtype())); // in a merge only until the loop is closed
        continue;
      }
      if (values.chance(rate / 4)) {
        List<Output> others = byType.getOrDefault(input.dtype(), List.of(copy));
        copy = others.get(values.below(others.size()));
        tell(node.name(), "takes", copy);
      }
      inputs.add(copy);
    }
    builder.flatInputs(inputs);
    if (!late.isEmpty()) {
      builder.openBackEdge();
    }
    if (node.op().kind() == NodeKind.ARGUMENT && values.chance(0.5)) {
      builder.attr("_shape", AttrValue.of(values.claim(node.outputShape(0))));
    }
    if (!devices.isEmpty() && values.chance(0.4)) {
      builder.device(devices.get(values.below(devices.size())));
    }
    node.controlInputs().forEach(control -> control(builder, control));
    Node copy = builder.buildExact();
    isHuge |= copy.outputCount() > MANY_OUTPUTS;
    late.forEach(i -> backEdges.add(new BackEdge(copy, i, node.input(i))));
    for (int i = 0; i < Math.min(node.outputCount(), copy.outputCount()); i++) {
      copies.put(node.output(i), copy.output(i));
      if (!copy.output(i).isReference()) {
        known(copy.output(i));
      }
    }
  }

  private AttrValue function(AttrValue value) {
    return functions.isEmpty()
        ? value
        : AttrValue.function(functions.get(values.below(functions.size())));
  }

  private void control(NodeBuilder builder, Node control) {
    if (graph.has(control.name())) {
      builder.controlInput(graph.get(control.name()));
    }
  }

  private Output anyOf(DType dtype) {
    List<Output> all = byType.getOrDefault(dtype, List.of());
    if (all.isEmpty()) {
      throw WeirException.invalidArgument("what gave %s here gives it no more", dtype);
    }
    return all.get(values.below(all.size()));
  }

  private void known(Output output) {
    byType.computeIfAbsent(output.dtype(), type -> new ArrayList<>()).add(output);
  }

  private Output constant(Node node) {
    Tensor original = node.attrs().tensor("value");
    Tensor value = original;
    if (values.chance(rate)) {
      value = values.near(original);
      tell(node.name(), "is", value.dtype() + "" + value.shape());
    }
    boolean isObject = value.dtype() == DType.RESOURCE || value.dtype() == DType.VARIANT;
    return switch (isObject || isBody ? 0 : values.below(6)) {
      case 0, 1 -> constant(node.name(), value);
      case 2 -> placeholder(node.name(), value, Shape.unknown());
      case 3 -> placeholder(node.name(), value, value.shape());
      case 4 -> placeholder(node.name(), value, values.claim(original.shape()));
      default -> claimed(node.name(), value, values.claim(original.shape()));
    };
  }

  private Output constant(String name, Tensor value) {
    return graph
        .node("Const", name)
        .attr("value", AttrValue.of(value))
        .attr("dtype", value.dtype())
        .buildExact()
        .output(0);
  }

  private Output placeholder(String name, Tensor value, Shape shape) {
    feeds.put(name + ":0", value);
    return graph
        .node("Placeholder", name)
        .attr("dtype", value.dtype())
        .attr("shape", AttrValue.of(shape))
        .buildExact()
        .output(0);
  }

  /** A value behind something that makes a claim about its shape. */
  private Output claimed(String name, Tensor value, Shape claim) {
    tell(name, "claims", claim);
    String source = name + "_of_claim" + made++;
    Output real =
        values.chance(0.5)
            ? constant(source, value)
            : placeholder(source, value, values.chance(0.5) ? Shape.unknown() : value.shape());
    return switch (values.below(4)) {
      case 0 -> received(name, real, claim);
      case 1 -> variable(name, real, claim);
      case 2 -> reference(name, real, claim);
      default -> fedTransfer(name, value, claim);
    };
  }

  private Output received(String name, Output real, Shape claim) {
    Node send = transfer("_Send", name + "_send").input(real).buildExact();
    return transfer("_Recv", name)
        .attr("tensor_name", name + "_send")
        .attr("tensor_type", real.dtype())
        .attr("_shape", AttrValue.of(claim))
        .controlInput(send)
        .buildExact()
        .output(0);
  }

  private NodeBuilder transfer(String op, String name) {
    return graph
        .node(op, name)
        .attr("tensor_name", name)
        .attr("send_device", "/device:CPU:0")
        .attr("send_device_incarnation", 1)
        .attr("recv_device", "/device:CPU:0");
  }

  private Output variable(String name, Output real, Shape claim) {
    Node handle = variableHandle(name + "_handle", name, real.dtype(), Shape.unknown());
    Node assign =
        graph
            .node("AssignVariableOp", name + "_assign")
            .input(handle)
            .input(real)
            .attr("dtype", real.dtype())
            .buildExact();
    Node claiming = variableHandle(name + "_claim", name, real.dtype(), claim);
    return graph
        .node("ReadVariableOp", name)
        .input(claiming)
        .attr("dtype", real.dtype())
        .controlInput(assign)
        .buildExact()
        .output(0);
  }

  /**
   * The value of a variable that is a reference and was assigned to without a look at its shape.
   */
  private Output reference(String name, Output real, Shape claim) {
    Output variable =
        graph
            .node("VariableV2", name + "_variable")
            .attr("dtype", real.dtype())
            .attr("shape", AttrValue.of(claim))
            .buildExact()
            .output(0);
    Output assigned =
        graph
            .node("Assign", name + "_assigned")
            .input(variable)
            .input(real)
            .attr("validate_shape", false)
            .buildExact()
            .output(0);
    Node assign = assigned.node();
    return graph
        .node("Identity", name)
        .input(values.chance(0.5) ? variable : assigned)
        .controlInput(assign)
        .buildExact()
        .output(0);
  }

  private Node variableHandle(String name, String shared, DType dtype, Shape shape) {
    return graph
        .node("VarHandleOp", name)
        .attr("dtype", dtype)
        .attr("shape", AttrValue.of(shape))
        .attr("shared_name", "fuzz_" + shared)
        .buildExact();
  }

  /** A fed edge that is not a placeholder but promises a shape. */
  private Output fedTransfer(String name, Tensor value, Shape claim) {
    feeds.put(name + ":0", value);
    return transfer("_Recv", name)
        .attr("tensor_type", value.dtype())
        .attr("_shape", AttrValue.of(claim))
        .buildExact()
        .output(0);
  }

  /** Other values to feed, for the same graph. */
  void changeFeeds(HostileValues others) {
    for (Map.Entry<String, Tensor> feed : feeds.entrySet()) {
      if (others.chance(0.4)) {
        feed.setValue(others.near(feed.getValue()));
      }
    }
  }
}
