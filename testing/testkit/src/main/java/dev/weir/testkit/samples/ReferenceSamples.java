package dev.weir.testkit.samples;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples of the ops on variables behind references. */
final class ReferenceSamples {
  private ReferenceSamples() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "the life of a reference variable",
            Set.of("VariableV2", "Assign", "AssignAdd", "AssignSub", "IsVariableInitialized"),
            ReferenceSamples::life),
        Scenario.of(
            "reference variables hold elements of any type",
            Set.of("VariableV2", "Assign"),
            ReferenceSamples::anyType),
        Scenario.of(
            "numbers behind references are added and subtracted",
            Set.of("AssignAdd", "AssignSub"),
            ReferenceSamples::arithmetic),
        Scenario.of(
            "the first kind of variable",
            Set.of("Variable", "Assign"),
            ReferenceSamples::firstKind),
        Scenario.of(
            "references reach every kind of node",
            Set.of("RefSwitch", "RefMerge", "RefIdentity", "RefSelect", "VariableV2"),
            ReferenceSamples::travel),
        Scenario.of(
            "temporary variables",
            Set.of("TemporaryVariable", "DestroyTemporaryVariable"),
            ReferenceSamples::temporary),
        Scenario.of(
            "counting references to a limit", Set.of("CountUpTo"), ReferenceSamples::count));
  }

  /** TensorFlow infers no shapes in loops. */
  static Scenario loopScenario() {
    return Scenario.of(
        "references go round a loop",
        Set.of("RefEnter", "RefNextIteration", "RefExit"),
        ReferenceSamples::loop);
  }

  private static void life(Ops ops, Scenario.Steps steps) {
    Output v =
        ops.withName("v")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(3))
            .build()
            .output(0);
    ops.withName("assign").op("Assign").input(v).input(ops.constant(new float[] {1, 2, 3})).build();
    ops.withName("add")
        .op("AssignAdd")
        .input(v)
        .input(ops.constant(new float[] {.5f, 0, -1}))
        .build();
    ops.withName("sub").op("AssignSub").input(v).input(ops.constant(new float[] {1, 1, 1})).build();
    ops.withName("there").op("IsVariableInitialized").input(v).build();
    ops.withName("read").control.identity(v);
    Output value = ops.withName("value").placeholder(DType.FLOAT32);
    ops.withName("assign_any").op("Assign").input(v).input(value).build();
    ops.withName("add_any").op("AssignAdd").input(v).input(value).build();
    steps.fetch("there:0");
    steps.refuse("v:0");
    steps.refuse("read:0");
    steps.refuse("add:0");
    steps.fetch("assign:0");
    steps.fetch("there:0", "v:0", "read:0");
    steps.fetch("add:0");
    steps.run("sub");
    steps.fetch("v:0", "read:0");
    steps.refuseWith(Map.of("value:0", Tensors.vector(1f, 2f)), "assign_any:0");
    steps.refuseWith(Map.of("value:0", Tensors.scalar(1f)), "add_any:0");
    steps.fetchWith(Map.of("value:0", Tensors.vector(9f, 8f, 7f)), "assign_any:0");
  }

  private static void anyType(Ops ops, Scenario.Steps steps) {
    for (DType dtype : StateSamples.held()) {
      Ops in = ops.withSubScope(dtype.toString());
      Output v =
          in.withName("v")
              .op("VariableV2")
              .attr("dtype", dtype)
              .attr("shape", Shape.of(2, 2))
              .build()
              .output(0);
      Output assign =
          in.op("Assign")
              .input(v)
              .input(ops.constant(Values.matrix(2, 2, 1, 2, 3, 4).as(dtype)))
              .build()
              .output(0);
      steps.run(assign.node().name());
      steps.fetch(v.name());
    }
  }

  private static void arithmetic(Ops ops, Scenario.Steps steps) {
    for (DType dtype : StateSamples.NUMBERS) {
      Ops in = ops.withSubScope(dtype.toString());
      Output v =
          in.withName("v")
              .op("VariableV2")
              .attr("dtype", dtype)
              .attr("shape", Shape.of(4))
              .build()
              .output(0);
      Output assign =
          in.op("Assign")
              .input(v)
              .input(ops.constant(Values.vector(1, 250, 3.3, -100).as(dtype)))
              .build()
              .output(0);
      Output add =
          in.op("AssignAdd")
              .input(v)
              .input(ops.constant(Values.vector(1.5, 100, 0.1, -100).as(dtype)))
              .build()
              .output(0);
      Output sub =
          in.op("AssignSub")
              .input(v)
              .input(ops.constant(Values.vector(7, -1, 0.7, 3).as(dtype)))
              .build()
              .output(0);
      steps.run(assign.node().name());
      steps.fetch(add.name());
      steps.fetch(sub.name());
    }
  }

  private static void firstKind(Ops ops, Scenario.Steps steps) {
    Output scalar =
        ops.withName("scalar")
            .op("Variable")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    Output vector =
        ops.withName("vector")
            .op("Variable")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    Output value = ops.withName("value").placeholder(DType.FLOAT32);
    ops.withName("assign_scalar").op("Assign").input(scalar).input(value).build();
    ops.withName("assign_vector").op("Assign").input(vector).input(value).build();
    ops.withName("assign_freely")
        .op("Assign")
        .input(scalar)
        .input(value)
        .attr("validate_shape", false)
        .build();
    steps.fetchWith(Map.of("value:0", Tensors.scalar(1f)), "assign_scalar:0");
    steps.fetchWith(Map.of("value:0", Tensors.vector(1f, 2f)), "assign_vector:0");
    steps.refuseWith(Map.of("value:0", Tensors.vector(1f)), "assign_vector:0");
    steps.refuseWith(Map.of("value:0", Tensors.vector(1f)), "assign_scalar:0");
    steps.fetchWith(Map.of("value:0", Tensors.vector(1f, 5f)), "assign_freely:0");
    steps.fetch("scalar:0");
    steps.fetchWith(Map.of("value:0", Tensors.vector(3f, 3f)), "assign_scalar:0");
    Output fixed =
        ops.withName("fixed")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    ops.withName("assign_fixed")
        .op("Assign")
        .input(fixed)
        .input(value)
        .attr("validate_shape", false)
        .build();
    steps.fetchWith(Map.of("value:0", Tensors.vector(3f, 3f)), "assign_fixed:0");
    steps.deviate(
        Map.of("value:0", Tensors.vector(1f, 2f, 3f)),
        "assign_fixed:0",
        "gives it the other shape");
    Output unknown =
        ops.withName("unknown")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.unknown())
            .build()
            .output(0);
    ops.withName("assign_unknown")
        .op("Assign")
        .input(unknown)
        .input(value)
        .attr("validate_shape", false)
        .build();
    Output more = ops.constant(new float[] {1, 2});
    ops.withName("add_unknown").op("AssignAdd").input(unknown).input(more).build();
    steps.fetchWith(Map.of("value:0", Tensors.vector(1f, 5f)), "assign_unknown:0");
    steps.fetch("add_unknown:0");
    steps.fetchWith(Map.of("value:0", Tensors.vector(1f, 5f, 6f)), "assign_unknown:0");
    steps.refuse("add_unknown:0");
    steps.fetch("unknown:0");
  }

  private static void travel(Ops ops, Scenario.Steps steps) {
    Output a =
        ops.withName("a")
            .op("VariableV2")
            .attr("dtype", DType.INT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    Output b =
        ops.withName("b")
            .op("VariableV2")
            .attr("dtype", DType.INT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    ops.withName("assign_a").op("Assign").input(a).input(ops.constant(new int[] {1, 2})).build();
    ops.withName("assign_b").op("Assign").input(b).input(ops.constant(new int[] {10, 20})).build();
    Output which = ops.withName("which").placeholder(DType.INT32, Shape.scalar());
    Output chosen =
        ops.withName("chosen")
            .op("RefSelect")
            .input(which)
            .inputList(List.of(a, b))
            .build()
            .output(0);
    ops.withName("more")
        .op("AssignAdd")
        .input(chosen)
        .input(ops.constant(new int[] {1, 1}))
        .build();
    Output condition = ops.withName("condition").placeholder(DType.BOOL, Shape.scalar());
    Node branches = ops.op("RefSwitch").input(a).input(condition).build();
    Output left =
        ops.op("AssignAdd")
            .input(branches.output(0))
            .input(ops.constant(new int[] {100, 100}))
            .build()
            .output(0);
    Output right =
        ops.op("AssignSub")
            .input(branches.output(1))
            .input(ops.constant(new int[] {100, 100}))
            .build()
            .output(0);
    ops.scope().withName("merged").node("RefMerge").inputList(List.of(left, right)).build();
    Output same = ops.scope().withName("same").node("RefIdentity").input(b).build().output(0);
    ops.withName("same_more")
        .op("AssignAdd")
        .input(same)
        .input(ops.constant(new int[] {1, 1}))
        .build();
    Output values = ops.withName("values").control.merge(List.of(a)).output();
    ops.withName("sum").math.add(values, b);
    steps.refuse("sum:0");
    steps.run("assign_a", "assign_b");
    steps.fetch("sum:0");
    steps.fetch("values:0");
    for (int i = 0; i < 2; i++) {
      steps.fetchWith(Map.of("which:0", Tensors.scalar(i)), "more:0");
    }
    steps.refuseWith(Map.of("which:0", Tensors.scalar(2)), "more:0");
    steps.refuseWith(Map.of("which:0", Tensors.scalar(-1)), "more:0");
    for (boolean taken : new boolean[] {true, false, false}) {
      steps.fetchWith(Map.of("condition:0", Tensors.scalar(taken)), "merged:0", "merged:1");
    }
    steps.fetch("same_more:0");
    steps.fetch("a:0", "b:0");
  }

  private static void loop(Ops ops, Scenario.Steps steps) {
    Output v =
        ops.withName("v")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    ops.withName("assign").op("Assign").input(v).input(ops.constant(1f)).build();
    Output entered =
        ops.scope().node("RefEnter").input(v).attr("frame_name", "f").build().output(0);
    Node merge = ops.scope().node("RefMerge").inputList(List.of(entered, entered)).build();
    Output count =
        ops.control.enter(ops.withName("n").placeholder(DType.INT32, Shape.scalar()), "f");
    Output less = ops.control.enter(ops.constant(-1), "f", true);
    Output one = ops.control.enter(ops.constant(1f), "f", true);
    Node countMerge = ops.control.merge(List.of(count, count)).output().node();
    Output condition = ops.control.loopCond(ops.control.toBool(countMerge.output(0)));
    var countBranch = ops.control.switchOn(countMerge.output(0), condition);
    Node branch = ops.op("RefSwitch").input(merge.output(0)).input(condition).build();
    Output nextCount = ops.control.nextIteration(ops.math.add(countBranch.whenTrue(), less));
    Output added = ops.op("AssignAdd").input(branch.output(1)).input(one).build().output(0);
    Output next = ops.scope().node("RefNextIteration").input(added).build().output(0);
    ops.scope().graph().connectBackEdge(countMerge, 1, nextCount);
    ops.scope().graph().connectBackEdge(merge, 1, next);
    ops.scope().withName("result").node("RefExit").input(branch.output(0)).build();
    steps.run("assign");
    for (int times : new int[] {0, 1, 5}) {
      steps.fetchWith(Map.of("n:0", Tensors.scalar(times)), "result:0");
    }
  }

  private static void temporary(Ops ops, Scenario.Steps steps) {
    Output t =
        ops.withName("t")
            .op("TemporaryVariable")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .attr("var_name", "sum")
            .build()
            .output(0);
    Output first =
        ops.op("Assign").input(t).input(ops.constant(new float[] {1, 2})).build().output(0);
    Output second =
        ops.op("AssignAdd")
            .input(first)
            .input(ops.constant(new float[] {10, 20}))
            .build()
            .output(0);
    ops.withName("result")
        .op("DestroyTemporaryVariable")
        .input(second)
        .attr("var_name", "sum")
        .build();
    ops.withName("wrong")
        .op("DestroyTemporaryVariable")
        .input(second)
        .attr("var_name", "other")
        .build();
    Output twin =
        ops.withName("twin")
            .op("TemporaryVariable")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .attr("var_name", "sum")
            .build()
            .output(0);
    Output twinValue =
        ops.op("Assign").input(twin).input(ops.constant(new float[] {5, 6})).build().output(0);
    ops.withName("both").math.add(second, twinValue);
    steps.fetch("result:0");
    steps.fetch("result:0");
    steps.refuse("wrong:0");
    steps.refuse("both:0");
    steps.fetch("result:0");
  }

  private static void count(Ops ops, Scenario.Steps steps) {
    Output v =
        ops.withName("v")
            .op("VariableV2")
            .attr("dtype", DType.INT32)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    ops.withName("assign").op("Assign").input(v).input(ops.constant(1)).build();
    ops.withName("count").op("CountUpTo").input(v).attr("limit", 3).build();
    steps.refuse("count:0");
    steps.run("assign");
    steps.fetch("count:0");
    steps.fetch("count:0");
    steps.refuse("count:0");
    steps.fetch("v:0");
  }
}
