package dev.weir.testkit.samples;

import dev.weir.graph.AttrValue;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.TypedScenario;
import dev.weir.testkit.Values;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Branches, loops and calls whose values are of every element type. */
final class TypedControlSamples {
  private TypedControlSamples() {}

  private static final Values NUMBERS = Values.vector(3, 0, 1);
  private static final Values OTHERS = Values.vector(2, 1, 0);

  /** TensorFlow asks for the name of a device it has. */
  private static final String DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0";

  /** A condition of these types ends TensorFlow's process. */
  static final Set<DType> ENDING_AS_CONDITION =
      EnumSet.of(
          DType.COMPLEX64,
          DType.COMPLEX128,
          DType.QINT8,
          DType.QUINT8,
          DType.QINT16,
          DType.QUINT16,
          DType.QINT32,
          DType.FLOAT16,
          DType.BFLOAT16,
          DType.UINT16,
          DType.UINT32,
          DType.UINT64);

  static List<TypedScenario> scenarios() {
    return List.of(
        TypedScenario.of(List.of("Switch", "Merge"), List.of("T"), TypedControlSamples::branch),
        TypedScenario.of(
            List.of("Placeholder", "Const"), List.of("dtype"), TypedControlSamples::sources),
        TypedScenario.of(
            List.of("Enter", "Exit", "NextIteration"), List.of("T"), TypedControlSamples::loop),
        TypedScenario.of(List.of("_Arg", "_Retval"), List.of("T"), TypedControlSamples::call),
        TypedScenario.of(
            List.of("_Send", "_Recv"),
            List.of("T", "tensor_type"),
            (ops, steps, dtype) -> transfer(ops, steps, dtype, "_Send", "_Recv")),
        TypedScenario.of(
            List.of("_HostSend", "_HostRecv"),
            List.of("T", "tensor_type"),
            (ops, steps, dtype) -> transfer(ops, steps, dtype, "_HostSend", "_HostRecv")),
        TypedScenario.of(
                List.of("If", "StatelessIf"), List.of("Tcond"), TypedControlSamples::condition)
            .unasked(ENDING_AS_CONDITION),
        TypedScenario.of(
            List.of("RefSwitch", "RefMerge", "RefIdentity", "RefSelect"),
            List.of("T"),
            TypedControlSamples::references),
        TypedScenario.of(
            List.of("RefEnter", "RefExit", "RefNextIteration"),
            List.of("T"),
            TypedControlSamples::referenceLoop));
  }

  private static void branch(Ops ops, Scenario.Steps steps, DType dtype) {
    Output condition = ops.withName("condition").placeholder(DType.BOOL, Shape.scalar());
    var branches = ops.control.switchOn(ops.constant(NUMBERS.as(dtype)), condition);
    Output left = ops.control.identity(branches.whenFalse());
    Output right = ops.control.switchOn(branches.whenTrue(), condition).whenTrue();
    ops.withName("merged").control.merge(List.of(left, right));
    for (boolean taken : new boolean[] {true, false}) {
      steps.fetchWith(Map.of("condition:0", Tensors.scalar(taken)), "merged:0", "merged:1");
    }
  }

  private static void sources(Ops ops, Scenario.Steps steps, DType dtype) {
    Output fed = ops.withName("fed").placeholder(dtype);
    ops.withName("handed_on").control.identity(fed);
    ops.withName("constant").constant(OTHERS.as(dtype));
    steps.fetchWith(Map.of("fed:0", NUMBERS.as(dtype)), "handed_on:0", "constant:0");
  }

  /** Counts down while a value goes round. */
  private static void loop(Ops ops, Scenario.Steps steps, DType dtype) {
    Output value = ops.control.enter(ops.constant(NUMBERS.as(dtype)), "f");
    Node merge = ops.control.merge(List.of(value, value)).output().node();
    Output condition = counting(ops);
    var branch = ops.control.switchOn(merge.output(0), condition);
    Output next = ops.control.nextIteration(ops.control.identity(branch.whenTrue()));
    ops.scope().graph().connectBackEdge(merge, 1, next);
    ops.withName("result").control.exit(branch.whenFalse());
    for (int times : new int[] {0, 2}) {
      steps.fetchWith(Map.of("n:0", Tensors.scalar(times)), "result:0");
    }
  }

  /** The condition of a loop in frame f that goes round as often as n says. */
  private static Output counting(Ops ops) {
    Output count =
        ops.control.enter(ops.withName("n").placeholder(DType.INT32, Shape.scalar()), "f");
    Output less = ops.control.enter(ops.constant(-1), "f", true);
    Node merge = ops.control.merge(List.of(count, count)).output().node();
    Output condition = ops.control.loopCond(ops.control.toBool(merge.output(0)));
    var branch = ops.control.switchOn(merge.output(0), condition);
    Output next = ops.control.nextIteration(ops.math.add(branch.whenTrue(), less));
    ops.scope().graph().connectBackEdge(merge, 1, next);
    return condition;
  }

  private static void call(Ops ops, Scenario.Steps steps, DType dtype) {
    GraphFunction swap =
        ops.function("swap", List.of(dtype, dtype), (body, x) -> List.of(x.get(1), x.get(0)));
    ops.withName("swapped")
        .control
        .call(swap, List.of(ops.constant(NUMBERS.as(dtype)), ops.constant(OTHERS.as(dtype))));
    steps.fetch("swapped:0", "swapped:1");
  }

  /** What the runtime puts between devices, between a device and itself. */
  private static void transfer(
      Ops ops, Scenario.Steps steps, DType dtype, String send, String receive) {
    Output fed = ops.withName("fed").placeholder(dtype);
    Node sent = transferNode(ops.withName("sent").scope().node(send).input(fed));
    Ops after = ops.withName("received").withControlDependencies(sent);
    transferNode(after.scope().node(receive).attr("tensor_type", dtype));
    for (Values values : List.of(NUMBERS, Values.scalar(1), Values.empty(2, 0))) {
      steps.fetchWith(Map.of("fed:0", values.as(dtype)), "received:0");
    }
  }

  private static Node transferNode(NodeBuilder node) {
    return node.attr("tensor_name", "edge")
        .attr("send_device", DEVICE)
        .attr("send_device_incarnation", 1)
        .attr("recv_device", DEVICE)
        .build();
  }

  private static void condition(Ops ops, Scenario.Steps steps, DType dtype) {
    GraphFunction yes =
        ops.function(
            "yes",
            List.of(DType.FLOAT32),
            (body, x) -> List.of(body.math.add(x.get(0), body.constant(1f))));
    GraphFunction no =
        ops.function("no", List.of(DType.FLOAT32), (body, x) -> List.of(body.math.tanh(x.get(0))));
    Output condition = ops.withName("condition").placeholder(dtype, Shape.scalar());
    Output x = ops.constant(new float[] {1, 2, 3});
    ops.withName("stateless").control.ifThenElse(condition, yes, no, List.of(x));
    ops.scope()
        .withName("stateful")
        .node("If")
        .input(condition)
        .inputList(List.of(x))
        .attr("Tout", AttrValue.ofTypes(List.of(DType.FLOAT32)))
        .attr("then_branch", AttrValue.function("yes"))
        .attr("else_branch", AttrValue.function("no"))
        .build();
    for (double number : new double[] {2, 0}) {
      steps.fetchWith(
          Map.of("condition:0", Values.scalar(number).as(dtype)), "stateless:0", "stateful:0");
    }
  }

  private static void references(Ops ops, Scenario.Steps steps, DType dtype) {
    Output a =
        ops.withName("a")
            .op("VariableV2")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(3))
            .build()
            .output(0);
    Output b =
        ops.withName("b")
            .op("VariableV2")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(3))
            .build()
            .output(0);
    ops.withName("assign_a").op("Assign").input(a).input(ops.constant(NUMBERS.as(dtype))).build();
    ops.withName("assign_b").op("Assign").input(b).input(ops.constant(OTHERS.as(dtype))).build();
    Output which = ops.withName("which").placeholder(DType.INT32, Shape.scalar());
    Output selected = ops.op("RefSelect").input(which).inputList(List.of(a, b)).build().output(0);
    ops.withName("chosen").control.identity(selected);
    Output condition = ops.withName("condition").placeholder(DType.BOOL, Shape.scalar());
    Node branches = ops.op("RefSwitch").input(a).input(condition).build();
    Output left = identity(ops, branches.output(0));
    Output right =
        ops.op("Assign")
            .input(branches.output(1))
            .input(ops.constant(OTHERS.as(dtype)))
            .build()
            .output(0);
    ops.scope().withName("merged").node("RefMerge").inputList(List.of(left, right)).build();
    steps.run("assign_a", "assign_b");
    for (int i = 0; i < 2; i++) {
      steps.fetchWith(Map.of("which:0", Tensors.scalar(i)), "chosen:0");
    }
    for (boolean taken : new boolean[] {false, true}) {
      steps.fetchWith(Map.of("condition:0", Tensors.scalar(taken)), "merged:0", "merged:1");
    }
    steps.fetch("a:0");
  }

  private static Output identity(Ops ops, Output reference) {
    return ops.scope().node("RefIdentity").input(reference).build().output(0);
  }

  private static void referenceLoop(Ops ops, Scenario.Steps steps, DType dtype) {
    Output v =
        ops.withName("v")
            .op("VariableV2")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(3))
            .build()
            .output(0);
    ops.withName("assign").op("Assign").input(v).input(ops.constant(NUMBERS.as(dtype))).build();
    Output entered =
        ops.scope().node("RefEnter").input(v).attr("frame_name", "f").build().output(0);
    Node merge = ops.scope().node("RefMerge").inputList(List.of(entered, entered)).build();
    Output condition = counting(ops);
    Node branch = ops.op("RefSwitch").input(merge.output(0)).input(condition).build();
    Output next =
        ops.scope()
            .node("RefNextIteration")
            .input(identity(ops, branch.output(1)))
            .build()
            .output(0);
    ops.scope().graph().connectBackEdge(merge, 1, next);
    ops.scope().withName("result").node("RefExit").input(branch.output(0)).build();
    steps.run("assign");
    for (int times : new int[] {0, 2}) {
      steps.fetchWith(Map.of("n:0", Tensors.scalar(times)), "result:0");
    }
  }
}
