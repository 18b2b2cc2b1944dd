package dev.weir.testkit.samples;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Samples of the ops in {@code dev.weir.ops.state}: variables behind handles. */
final class StateSamples {
  private StateSamples() {}

  static List<OpSample> samples() {
    return List.of();
  }

  static List<Scenario> scenarios() {
    List<Scenario> all = new ArrayList<>();
    Stream.of(
            variables(),
            ScatterSamples.scenarios(),
            ReferenceSamples.scenarios(),
            QueueSamples.scenarios(),
            TableSamples.scenarios())
        .flatMap(List::stream)
        .map(Scenario::comparingShapes)
        .forEach(all::add);
    all.add(ReferenceSamples.loopScenario());
    return all;
  }

  private static List<Scenario> variables() {
    List<Scenario> scenarios = new ArrayList<>();
    scenarios.add(
        Scenario.of(
            "the life of a variable",
            Set.of(
                "VarHandleOp",
                "ReadVariableOp",
                "AssignVariableOp",
                "AssignAddVariableOp",
                "AssignSubVariableOp",
                "VarIsInitializedOp",
                "VariableShape",
                "DestroyResourceOp"),
            StateSamples::life));
    scenarios.add(
        Scenario.of(
            "variables hold elements of any type",
            Set.of("AssignVariableOp", "ReadVariableOp"),
            StateSamples::anyType));
    scenarios.add(
        Scenario.of(
            "numbers are added and subtracted in any type",
            Set.of("AssignAddVariableOp", "AssignSubVariableOp"),
            StateSamples::arithmetic));
    scenarios.add(
        Scenario.of(
            "a variable of unknown shape", Set.of("AssignVariableOp"), StateSamples::anyShape));
    scenarios.add(
        Scenario.of(
            "a reader keeps what it has read", Set.of("ReadVariableOp"), StateSamples::snapshot));
    scenarios.add(
        Scenario.of("nodes share a variable by name", Set.of("VarHandleOp"), StateSamples::shared));
    scenarios.add(
        Scenario.of(
            "rows and slices of a variable",
            Set.of("ResourceGather", "ResourceGatherNd"),
            StateSamples::gather));
    scenarios.add(
        Scenario.of("counting to a limit", Set.of("ResourceCountUpTo"), StateSamples::count));
    scenarios.add(
        Scenario.of(
            "one step at a time",
            Set.of("MutexV2", "MutexLock", "ConsumeMutexLock"),
            StateSamples::mutex));
    return scenarios;
  }

  private static void life(Ops ops, Scenario.Steps steps) {
    GraphVariable v = ops.withName("v").state.variable(ops.constant(new float[] {1, 2, 3}));
    ops.withName("add")
        .state
        .assignAddVariableOp(v.handle(), ops.constant(new float[] {.5f, 0, -1}));
    ops.withName("sub").state.assignSubVariableOp(v.handle(), ops.constant(new float[] {1, 1, 1}));
    ops.withName("there").state.varIsInitializedOp(v.handle());
    ops.withName("shape").state.variableShape(v.handle());
    ops.withName("shape64").state.variableShape(v.handle(), DType.INT64);
    ops.withName("destroy").state.destroyResourceOp(v.handle());
    ops.withName("destroy_existing").state.destroyResourceOp(v.handle(), false);
    Output any = ops.withName("any").placeholder(DType.FLOAT32);
    ops.withName("add_any").state.assignAddVariableOp(v.handle(), any);
    steps.fetch("there:0");
    steps.refuse("v/Read:0");
    steps.refuse("shape:0");
    steps.refuseRun("add");
    steps.run("v/Assign");
    steps.fetch("there:0", "v/Read:0", "shape:0", "shape64:0");
    steps.run("add");
    steps.fetch("v/Read:0");
    steps.run("sub");
    steps.run("sub");
    steps.fetch("v/Read:0");
    steps.refuseRunWith(Map.of("any:0", Tensors.vector(1f, 2f)), "add_any");
    steps.refuseRunWith(Map.of("any:0", Tensors.scalar(1f)), "add_any");
    steps.run("destroy_existing");
    steps.fetch("there:0");
    steps.refuse("v/Read:0");
    steps.refuseRun("destroy_existing");
    steps.run("destroy");
    steps.run("v/Assign");
    steps.fetch("v/Read:0");
  }

  private static Output constant(Ops ops, DType dtype, Values values) {
    return ops.constant(values.as(dtype));
  }

  private static void anyType(Ops ops, Scenario.Steps steps) {
    for (DType dtype : held()) {
      Output first = constant(ops, dtype, Values.matrix(2, 2, 1, 2, 3, 4));
      GraphVariable v = ops.withName(dtype.toString()).state.variable(first);
      ops.withName(dtype + "_next")
          .state
          .assignVariableOp(v.handle(), constant(ops, dtype, Values.matrix(2, 2, 0, 7, 0, 9)));
      steps.run(v.initializer().name());
      steps.fetch(v.asOutput().name());
      steps.run(dtype + "_next");
      steps.fetch(v.asOutput().name());
    }
  }

  /** The types whose variables TensorFlow can assign to. */
  static List<DType> held() {
    List<DType> held = new ArrayList<>(List.of(DType.values()));
    held.removeAll(List.of(DType.RESOURCE, DType.VARIANT, DType.QINT16, DType.QUINT16));
    return held;
  }

  static final List<DType> NUMBERS =
      List.of(
          DType.FLOAT32,
          DType.FLOAT64,
          DType.INT32,
          DType.UINT8,
          DType.INT16,
          DType.INT8,
          DType.COMPLEX64,
          DType.INT64,
          DType.BFLOAT16,
          DType.UINT16,
          DType.COMPLEX128,
          DType.FLOAT16,
          DType.UINT32,
          DType.UINT64);

  private static void arithmetic(Ops ops, Scenario.Steps steps) {
    for (DType dtype : NUMBERS) {
      Output first = constant(ops, dtype, Values.vector(1, 250, 3.3, -100));
      GraphVariable v = ops.withName(dtype.toString()).state.variable(first);
      Node add = v.assignAdd(constant(ops, dtype, Values.vector(1.5, 100, 0.1, -100)));
      Node sub = v.assignSub(constant(ops, dtype, Values.vector(7, -1, 0.7, 3)));
      steps.run(v.initializer().name());
      steps.run(add.name());
      steps.fetch(v.asOutput().name());
      steps.run(sub.name());
      steps.fetch(v.asOutput().name());
    }
  }

  private static void anyShape(Ops ops, Scenario.Steps steps) {
    Output value = ops.withName("value").placeholder(DType.FLOAT32);
    Output v = ops.withName("v").state.varHandleOp(DType.FLOAT32, Shape.unknown());
    ops.withName("assign").state.assignVariableOp(v, value);
    ops.withName("assign_same").state.assignVariableOp(v, value, true);
    ops.withName("read").state.readVariableOp(v, DType.FLOAT32);
    ops.withName("shape").state.variableShape(v);
    steps.runWith(Map.of("value:0", Tensors.vector(1f, 2f)), "assign_same");
    steps.fetch("read:0", "shape:0");
    steps.refuseRunWith(Map.of("value:0", Tensors.vector(1f, 2f, 3f)), "assign_same");
    steps.runWith(Map.of("value:0", Tensors.vector(5f, 6f)), "assign_same");
    steps.fetch("read:0", "shape:0");
    steps.runWith(Map.of("value:0", Tensors.scalar(4f)), "assign");
    steps.fetch("read:0", "shape:0");
    steps.runWith(Map.of("value:0", Tensors.vector(new float[0])), "assign");
    steps.fetch("read:0", "shape:0");
  }

  private static void snapshot(Ops ops, Scenario.Steps steps) {
    GraphVariable v = ops.withName("v").state.variable(ops.constant(new float[] {1, 2, 3}));
    Output before = v.read();
    Node add = v.after(before.node()).assignAdd(ops.constant(new float[] {10, 20, 30}));
    Output after = v.after(add).read();
    ops.withName("both").math.add(before, after);
    Node twice = v.assignAdd(before);
    steps.run("v/Assign");
    steps.fetch(before.name(), after.name());
    steps.fetch("both:0");
    steps.run(twice.name());
    steps.fetch("v/Read:0");
  }

  private static void shared(Ops ops, Scenario.Steps steps) {
    Output a = ops.withName("a").state.varHandleOp(DType.INT32, Shape.scalar(), "", "n");
    Output b = ops.withName("b").state.varHandleOp(DType.INT32, Shape.scalar(), "", "n");
    Output other = ops.withName("c").state.varHandleOp(DType.INT32, Shape.scalar(), "box", "n");
    Output wrong = ops.withName("d").state.varHandleOp(DType.FLOAT32, Shape.scalar(), "", "n");
    ops.withName("assign").state.assignVariableOp(a, ops.constant(3));
    ops.withName("assign_wrong").state.assignVariableOp(wrong, ops.constant(3f));
    ops.withName("read").state.readVariableOp(b, DType.INT32);
    ops.withName("read_other").state.readVariableOp(other, DType.INT32);
    ops.withName("read_wrong").state.readVariableOp(wrong, DType.FLOAT32);
    steps.run("assign");
    steps.fetch("read:0");
    steps.refuse("read_other:0");
    steps.refuse("read_wrong:0");
    steps.refuseRun("assign_wrong");
  }

  private static void gather(Ops ops, Scenario.Steps steps) {
    for (DType dtype : List.of(DType.FLOAT32, DType.STRING, DType.BOOL, DType.COMPLEX128)) {
      Ops in = ops.withSubScope(dtype.toString());
      GraphVariable v =
          in.withName("v").state.variable(constant(ops, dtype, Values.range(3, 2, 2)));
      steps.run(v.initializer().name());
      List<Output> gathered = new ArrayList<>();
      for (Operand indices :
          List.of(
              ops.constant(new int[] {2, 0, 2}),
              ops.constant(1L),
              ops.constant(Values.empty(2, 0).as(DType.INT32)),
              ops.constant(Values.matrix(2, 2, 0, 1, 2, 2).as(DType.INT64)))) {
        gathered.add(in.state.resourceGather(v.handle(), indices, dtype));
      }
      Output batched = ops.constant(Values.matrix(3, 3, 0, 1, 1, 0, 0, 0, 1, 1, 0).as(DType.INT32));
      gathered.add(in.state.resourceGather(v.handle(), batched, dtype, 1));
      gathered.add(
          in.state.resourceGather(v.handle(), ops.constant(new int[] {1, 0, 1}), dtype, 1));
      for (Operand indices :
          List.of(
              ops.constant(new int[] {2, 0, 1}),
              ops.constant(Values.matrix(2, 1, 2, 0).as(DType.INT64)),
              ops.constant(Values.matrix(2, 2, 2, 0, 1, 1).as(DType.INT32)),
              ops.constant(Values.matrix(1, 3, 2, 1, 1).as(DType.INT32)),
              ops.constant(Values.empty(0, 2).as(DType.INT32)),
              ops.constant(Values.empty(2, 0).as(DType.INT32)))) {
        gathered.add(in.state.resourceGatherNd(v.handle(), indices, dtype));
      }
      gathered.forEach(output -> steps.fetch(output.name()));
    }
    gatherRefusals(ops, steps);
  }

  private static void gatherRefusals(Ops ops, Scenario.Steps steps) {
    Output v = ops.withName("v").state.varHandleOp(DType.FLOAT32, Shape.unknown());
    Output never = ops.withName("never").state.varHandleOp(DType.FLOAT32, Shape.of(2, 2));
    Output indices = ops.withName("indices").placeholder(DType.INT32);
    ops.withName("assign")
        .state
        .assignVariableOp(v, constant(ops, DType.FLOAT32, Values.range(2, 2)));
    ops.withName("rows").state.resourceGather(v, indices, DType.FLOAT32);
    ops.withName("batches").state.resourceGather(v, indices, DType.FLOAT32, 1);
    ops.withName("slices").state.resourceGatherNd(v, indices, DType.FLOAT32);
    ops.withName("rows_of_nothing").state.resourceGather(never, indices, DType.FLOAT32);
    ops.withName("slices_of_nothing").state.resourceGatherNd(never, indices, DType.FLOAT32);
    steps.run("assign");
    steps.fetchWith(Map.of("indices:0", Tensors.vector(1, 0)), "rows:0", "batches:0", "slices:0");
    for (int bad : new int[] {-1, 2}) {
      steps.refuseWith(Map.of("indices:0", Tensors.vector(0, bad)), "rows:0");
      steps.refuseWith(Map.of("indices:0", Tensors.vector(0, bad)), "slices:0");
    }
    steps.deviate(
        Map.of("indices:0", Tensors.vector(0, -1)),
        "batches:0",
        "takes what lies before it in memory");
    steps.refuseWith(Map.of("indices:0", Tensors.vector(0, 2)), "batches:0");
    steps.refuseWith(Map.of("indices:0", Tensors.vector(0, 0, 0)), "slices:0");
    steps.refuseWith(Map.of("indices:0", Tensors.vector(0)), "rows_of_nothing:0");
    steps.refuseWith(Map.of("indices:0", Tensors.vector(0)), "slices_of_nothing:0");
    steps.deviate(Map.of("indices:0", Tensors.vector(0, 1, 0)), "batches:0", "ends the process");
  }

  private static void count(Ops ops, Scenario.Steps steps) {
    Output v = ops.withName("v").state.varHandleOp(DType.INT64, Shape.scalar());
    ops.withName("assign").state.assignVariableOp(v, ops.constant(1L));
    ops.withName("count").state.resourceCountUpTo(v, DType.INT64, 3);
    ops.withName("read").state.readVariableOp(v, DType.INT64);
    Output any = ops.withName("any").state.varHandleOp(DType.INT32, Shape.unknown());
    ops.withName("assign_any").state.assignVariableOp(any, ops.constant(new int[] {1}));
    ops.withName("count_any").state.resourceCountUpTo(any, DType.INT32, 3);
    steps.refuse("count:0");
    steps.run("assign");
    steps.fetch("count:0");
    steps.fetch("count:0");
    steps.refuse("count:0");
    steps.fetch("read:0");
    steps.run("assign_any");
    steps.refuse("count_any:0");
  }

  private static void mutex(Ops ops, Scenario.Steps steps) {
    Output mutex = ops.withName("mutex").state.mutex();
    Output lock = ops.withName("lock").state.mutexLock(mutex);
    GraphVariable v = ops.withName("v").state.variable(ops.constant(1));
    Node add = v.after(lock.node()).assignAdd(ops.constant(1));
    ops.withName("unlock").withControlDependencies(add).state.consumeMutexLock(lock);
    ops.withName("fails")
        .withControlDependencies(lock.node())
        .control
        .identity(
            ops.withName("never")
                .state
                .readVariableOp(ops.state.varHandleOp(DType.INT32, Shape.scalar()), DType.INT32));
    Output variant =
        ops.scope()
            .withName("variant")
            .node("Placeholder")
            .attr("dtype", DType.VARIANT)
            .attr("shape", AttrValue.of(Shape.unknown()))
            .build()
            .output(0);
    ops.withName("unlock_other").state.consumeMutexLock(variant);
    steps.run("v/Assign");
    steps.run("unlock");
    steps.run("lock");
    steps.refuse("fails:0");
    steps.run("unlock");
    steps.fetch("v/Read:0");
  }
}
