package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.range;
import static dev.weir.testkit.Values.scalar;
import static dev.weir.testkit.Values.tensor;
import static dev.weir.testkit.Values.vector;

import dev.weir.graph.AttrValue;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples of the ops in {@code dev.weir.ops.control} and of the structural ones. */
final class ControlSamples {
  private ControlSamples() {}

  static List<OpSample> samples() {
    return List.of(
        OpSample.of("Identity").input(range(2, 3)).exact(),
        OpSample.of("Identity").named("empty").input(range(0, 3)).exact(),
        OpSample.of("IdentityN")
            .list(tensor(Tensors.vector(1f, 2f)), tensor(Tensors.scalar("a")))
            .exact(),
        OpSample.of("StopGradient").input(range(2, 3)).exact(),
        OpSample.of("PreventGradient").input(range(2, 3)).attr("message", "no").exact(),
        OpSample.of("DeepCopy").input(range(2, 3)).exact(),
        OpSample.of("PlaceholderWithDefault")
            .input(range(2, 3))
            .attr("shape", AttrValue.of(Shape.of(-1, 3)))
            .exact(),
        OpSample.of("PlaceholderWithDefault")
            .named("default does not fit")
            .input(range(2, 3))
            .attr("shape", AttrValue.of(Shape.of(-1, 4)))
            .constantsOnly()
            .refused("must fit"),
        OpSample.of("EnsureShape")
            .input(range(2, 3))
            .attr("shape", AttrValue.of(Shape.of(2, -1)))
            .exact(),
        OpSample.of("EnsureShape")
            .named("another shape")
            .input(range(2, 3))
            .attr("shape", AttrValue.of(Shape.of(4, -1)))
            .refused("the shape must be"),
        OpSample.of("CheckNumerics").input(vector(1, -2, 3)).attr("message", "m").exact(),
        OpSample.of("CheckNumerics")
            .named("NaN")
            .input(vector(1, Double.NaN))
            .attr("message", "m")
            .refused("m : Tensor had NaN values"),
        OpSample.of("CheckNumerics")
            .named("infinite")
            .input(vector(Double.POSITIVE_INFINITY, Double.NaN))
            .attr("message", "m")
            .refused("Tensor had Inf and NaN values"),
        OpSample.of("CheckNumericsV2").input(vector(1, -2, 3)).attr("message", "m").exact(),
        OpSample.of("CheckNumericsV2")
            .named("infinite")
            .input(vector(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY))
            .attr("message", "m")
            .refused("Tensor had -Inf and +Inf values"),
        OpSample.of("Assert")
            .input(tensor(Tensors.scalar(true)))
            .list(tensor(Tensors.vector(1, 2, 3, 4))),
        OpSample.of("Assert")
            .named("fails")
            .input(tensor(Tensors.scalar(false)))
            .list(tensor(Tensors.vector(1, 2, 3, 4)))
            .refused("assertion failed: [1 2 3...]"),
        OpSample.of("Print")
            .input(range(3))
            .list(tensor(Tensors.scalar("seen")))
            .attr("message", "printed: ")
            .attr("first_n", 1)
            .runs(2)
            .exact(),
        OpSample.of("PrintV2").input(tensor(Tensors.scalar("printed"))),
        OpSample.of("Timestamp").shapesOnly(),
        OpSample.of("ToBool").input(scalar(2)),
        OpSample.of("ToBool").named("zero").input(scalar(0)),
        OpSample.of("ToBool").named("elements").input(range(0)),
        OpSample.of("NoOp"),
        OpSample.of("ControlTrigger"));
  }

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "functions are called",
            Set.of("PartitionedCall", "StatefulPartitionedCall", "_Arg", "_Retval"),
            ControlSamples::calls),
        Scenario.of("one of two functions", Set.of("If", "StatelessIf"), ControlSamples::branches),
        Scenario.of(
            "functions in a loop", Set.of("While", "StatelessWhile"), ControlSamples::loops),
        Scenario.of(
            "one of several functions", Set.of("Case", "StatelessCase"), ControlSamples::cases),
        Scenario.of(
            "the branch that is not taken is dead",
            Set.of("Switch", "Merge", "Const", "Placeholder"),
            ControlSamples::deadBranch),
        Scenario.of(
            "a loop of primitives",
            Set.of("Enter", "Exit", "NextIteration", "LoopCond"),
            ControlSamples::primitiveLoop));
  }

  private static GraphFunction addOne(Ops ops, String name) {
    return ops.function(
        name,
        List.of(DType.FLOAT32),
        (body, x) -> List.of(body.math.add(x.get(0), body.constant(1f))));
  }

  private static GraphFunction tanh(Ops ops, String name) {
    return ops.function(
        name, List.of(DType.FLOAT32), (body, x) -> List.of(body.math.tanh(x.get(0))));
  }

  private static void calls(Ops ops, Scenario.Steps steps) {
    GraphFunction add = addOne(ops, "add_one");
    GraphFunction twice =
        ops.function(
            "twice",
            List.of(DType.FLOAT32),
            (body, x) -> body.control.call(add, body.control.call(add, x)));
    Output x = ops.constant(new float[] {1, 2, 3});
    ops.withName("a").control.call(add, List.of(x));
    ops.withName("b").control.statefulCall(twice, List.of(x));
    steps.fetch("a:0", "b:0");
  }

  private static void branches(Ops ops, Scenario.Steps steps) {
    GraphFunction yes = addOne(ops, "yes");
    GraphFunction no = tanh(ops, "no");
    Output condition = ops.withName("condition").placeholder(DType.BOOL, Shape.scalar());
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
    for (boolean taken : new boolean[] {true, false}) {
      steps.fetchWith(Map.of("condition:0", Tensors.scalar(taken)), "stateless:0", "stateful:0");
    }
  }

  /** Counts down by doubling: while (n != 0) { n = n + -1; x = x + x }. */
  private static void loops(Ops ops, Scenario.Steps steps) {
    List<DType> variables = List.of(DType.INT32, DType.FLOAT32);
    GraphFunction condition =
        ops.function("more", variables, (body, v) -> List.of(body.control.toBool(v.get(0))));
    GraphFunction step =
        ops.function(
            "step",
            variables,
            (body, v) ->
                List.of(
                    body.math.add(v.get(0), body.constant(-1)), body.math.add(v.get(1), v.get(1))));
    Output n = ops.withName("n").placeholder(DType.INT32, Shape.scalar());
    Output x = ops.constant(new float[] {1, 2, 3});
    ops.withName("stateless").control.whileLoop(condition, step, List.of(n, x));
    ops.scope()
        .withName("stateful")
        .node("While")
        .inputList(List.of(n, x))
        .attr("cond", AttrValue.function("more"))
        .attr("body", AttrValue.function("step"))
        .build();
    for (int count : new int[] {0, 1, 5}) {
      steps.fetchWith(
          Map.of("n:0", Tensors.scalar(count)),
          "stateless:0",
          "stateless:1",
          "stateful:0",
          "stateful:1");
    }
  }

  private static void cases(Ops ops, Scenario.Steps steps) {
    GraphFunction first = addOne(ops, "first");
    GraphFunction second = tanh(ops, "second");
    Output index = ops.withName("index").placeholder(DType.INT32, Shape.scalar());
    Output x = ops.constant(new float[] {1, 2, 3});
    ops.withName("chosen").control.switchCase(index, List.of(first, second), List.of(x));
    for (int taken : new int[] {0, 1, 2, -1}) {
      steps.fetchWith(Map.of("index:0", Tensors.scalar(taken)), "chosen:0");
    }
  }

  private static void deadBranch(Ops ops, Scenario.Steps steps) {
    Output condition = ops.withName("condition").placeholder(DType.BOOL, Shape.scalar());
    var branches = ops.control.switchOn(ops.constant(2f), condition);
    Output left = ops.withName("left").math.add(branches.whenFalse(), ops.constant(10f));
    Output right = ops.withName("right").math.tanh(branches.whenTrue());
    ops.withName("merged").control.merge(List.of(left, right));
    for (boolean taken : new boolean[] {true, false}) {
      steps.fetchWith(Map.of("condition:0", Tensors.scalar(taken)), "merged:0", "merged:1");
    }
  }

  private static void primitiveLoop(Ops ops, Scenario.Steps steps) {
    Output count =
        ops.control.enter(ops.withName("n").placeholder(DType.INT32, Shape.scalar()), "f");
    Output value = ops.control.enter(ops.constant(1f), "f");
    Output less = ops.control.enter(ops.constant(-1), "f", true);
    Node countMerge = ops.control.merge(List.of(count, count)).output().node();
    Node valueMerge = ops.control.merge(List.of(value, value)).output().node();
    Output condition = ops.control.loopCond(ops.control.toBool(countMerge.output(0)));
    var countBranch = ops.control.switchOn(countMerge.output(0), condition);
    var valueBranch = ops.control.switchOn(valueMerge.output(0), condition);
    Output nextCount = ops.control.nextIteration(ops.math.add(countBranch.whenTrue(), less));
    Output nextValue =
        ops.control.nextIteration(ops.math.add(valueBranch.whenTrue(), valueBranch.whenTrue()));
    ops.scope().graph().connectBackEdge(countMerge, 1, nextCount);
    ops.scope().graph().connectBackEdge(valueMerge, 1, nextValue);
    ops.withName("result").control.exit(valueBranch.whenFalse());
    for (int times : new int[] {0, 1, 20}) {
      steps.fetchWith(Map.of("n:0", Tensors.scalar(times)), "result:0");
    }
  }
}
