package dev.weir.testkit.samples;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.array.SliceMasks;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.TypedScenario;
import dev.weir.testkit.Values;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples of the ops that change some rows or slices of a variable. */
final class ScatterSamples {
  private ScatterSamples() {}

  /** Whether the variable is behind a handle or a reference. */
  private enum Access {
    HANDLE,
    REFERENCE
  }

  private static final List<String> ROW_CHANGES =
      List.of("Update", "Add", "Sub", "Mul", "Div", "Min", "Max");

  private static final List<String> SLICE_CHANGES =
      List.of("NdUpdate", "NdAdd", "NdSub", "NdMin", "NdMax");

  private static final Set<DType> SLICED =
      EnumSet.of(DType.FLOAT32, DType.INT64, DType.BOOL, DType.COMPLEX64);

  /** The types that the scenarios leave out, most of which TensorFlow has no kernel for. */
  static List<TypedScenario> typedScenarios() {
    List<TypedScenario> all = new ArrayList<>();
    for (Access access : Access.values()) {
      for (String change : ROW_CHANGES) {
        String attr = access == Access.HANDLE ? "dtype" : "T";
        all.add(
            TypedScenario.of(
                    List.of(op(access, change)),
                    List.of(attr),
                    (ops, steps, dtype) -> rows(ops, steps, access, change, dtype))
                .without(EnumSet.copyOf(types(access, change))));
      }
      for (String change : SLICE_CHANGES) {
        all.add(
            TypedScenario.of(
                    List.of(op(access, change)),
                    List.of("T"),
                    (ops, steps, dtype) -> slices(ops, steps, access, change, dtype))
                .without(EnumSet.copyOf(types(access, change))));
      }
      all.add(
          TypedScenario.of(
                  List.of((access == Access.HANDLE ? "Resource" : "") + "StridedSliceAssign"),
                  List.of("T"),
                  (ops, steps, dtype) -> stridedSlices(ops, steps, access, dtype))
              .without(SLICED));
      all.add(
          TypedScenario.of(
              List.of((access == Access.HANDLE ? "Resource" : "") + "StridedSliceAssign"),
              List.of("Index"),
              (ops, steps, index) -> sliceIndices(ops, steps, access, index)));
    }
    return all;
  }

  static List<Scenario> scenarios() {
    List<Scenario> scenarios = new ArrayList<>();
    for (Access access : Access.values()) {
      for (String change : ROW_CHANGES) {
        scenarios.add(
            Scenario.of(
                op(access, change),
                Set.of(op(access, change)),
                (ops, steps) -> rows(ops, steps, access, change)));
      }
      for (String change : SLICE_CHANGES) {
        scenarios.add(
            Scenario.of(
                op(access, change),
                Set.of(op(access, change)),
                (ops, steps) -> slices(ops, steps, access, change)));
      }
    }
    scenarios.add(
        Scenario.of(
            "indices that name nothing can be skipped",
            Set.of("ResourceScatterNdAdd", "ScatterNdUpdate"),
            ScatterSamples::policies));
    scenarios.add(
        Scenario.of(
            "ResourceStridedSliceAssign",
            Set.of("ResourceStridedSliceAssign"),
            (ops, steps) -> stridedSlices(ops, steps, Access.HANDLE)));
    scenarios.add(
        Scenario.of(
            "StridedSliceAssign",
            Set.of("StridedSliceAssign"),
            (ops, steps) -> stridedSlices(ops, steps, Access.REFERENCE)));
    return scenarios;
  }

  private static String op(Access access, String change) {
    return (access == Access.HANDLE ? "Resource" : "") + "Scatter" + change;
  }

  /** A variable, how it is made, and how it is read. */
  private record Target(Output state, Node initializer, Output value) {}

  private static Target target(Ops ops, Access access, Output initial, Shape shape) {
    if (access == Access.HANDLE) {
      Output handle = ops.withName("v").state.varHandleOp(initial.dtype(), shape);
      return new Target(
          handle,
          ops.state.assignVariableOp(handle, initial),
          ops.state.readVariableOp(handle, initial.dtype()));
    }
    Output variable =
        ops.withName("v")
            .op("VariableV2")
            .attr("dtype", initial.dtype())
            .attr("shape", shape)
            .build()
            .output(0);
    return new Target(
        variable,
        ops.op("Assign").input(variable).input(initial).build(),
        ops.control.identity(variable));
  }

  private static Node change(
      Ops ops, Access access, String change, Target target, Output indices, Output updates) {
    return ops.scope()
        .node(op(access, change))
        .input(target.state())
        .input(indices)
        .input(updates)
        .build();
  }

  private static List<DType> types(Access access, String change) {
    List<DType> types = new ArrayList<>(StateSamples.NUMBERS);
    if (change.endsWith("Min") || change.endsWith("Max")) {
      types.remove(DType.COMPLEX64);
      types.remove(DType.COMPLEX128);
      if (access == Access.REFERENCE && !change.startsWith("Nd")) {
        types.retainAll(
            List.of(
                DType.FLOAT16,
                DType.BFLOAT16,
                DType.FLOAT32,
                DType.FLOAT64,
                DType.INT32,
                DType.INT64));
      }
    }
    if (change.endsWith("Update")) {
      types.add(DType.BOOL);
      types.add(DType.STRING);
    }
    return types;
  }

  private static void rows(Ops ops, Scenario.Steps steps, Access access, String change) {
    for (DType dtype : types(access, change)) {
      rows(ops, steps, access, change, dtype);
    }
    refusals(ops, steps, access, change, List.of(Tensors.vector(0, 4), Tensors.vector(-1, 0)));
  }

  private static void rows(
      Ops ops, Scenario.Steps steps, Access access, String change, DType dtype) {
    Ops in = ops.withSubScope(dtype.toString());
    Output initial = ops.constant(Values.matrix(4, 2, 1, 7, 30, 40, 5, 6, 7, 80).as(dtype));
    Target target = target(in, access, initial, Shape.of(4, 2));
    Output updates = ops.constant(Values.matrix(3, 2, 3, 2, 30, 3, 2, 70).as(dtype));
    Output scalar = ops.constant(Values.scalar(3).as(dtype));
    Output none = ops.constant(Values.empty(0, 2).as(dtype));
    Output matrix = ops.constant(Values.range(1, 1).as(DType.INT32));
    Output row = ops.constant(Values.of(Shape.of(1, 1, 2), 5, 9).as(dtype));
    List<Node> changes =
        List.of(
            change(in, access, change, target, ops.constant(new int[] {2, 0, 2}), updates),
            change(in, access, change, target, ops.constant(new long[] {3, 1}), scalar),
            change(in, access, change, target, ops.constant(new int[0]), none),
            change(
                in,
                access,
                change,
                target,
                ops.constant(3),
                ops.constant(Values.vector(3, 100).as(dtype))),
            change(in, access, change, target, matrix, row));
    steps.run(target.initializer().name());
    for (Node each : changes) {
      steps.run(each.name());
      steps.fetch(target.value().name());
    }
  }

  private static void slices(Ops ops, Scenario.Steps steps, Access access, String change) {
    for (DType dtype : types(access, change)) {
      slices(ops, steps, access, change, dtype);
    }
    refusals(
        ops,
        steps,
        access,
        change,
        List.of(
            Values.matrix(2, 1, 0, 4).as(DType.INT32), Values.matrix(2, 1, -1, 0).as(DType.INT32)));
  }

  private static void slices(
      Ops ops, Scenario.Steps steps, Access access, String change, DType dtype) {
    Ops in = ops.withSubScope(dtype.toString());
    Output initial = ops.constant(Values.matrix(3, 2, 1, 7, 30, 40, 5, 6).as(dtype));
    Target target = target(in, access, initial, Shape.of(3, 2));
    Output places = ops.constant(Values.matrix(3, 2, 2, 1, 0, 0, 2, 1).as(DType.INT32));
    Output elements = ops.constant(Values.vector(50, 4, 9).as(dtype));
    Output rows = ops.constant(Values.matrix(2, 1, 1, 0).as(DType.INT64));
    Output updates = ops.constant(Values.matrix(2, 2, 3, 60, 20, 6).as(dtype));
    Output none = ops.constant(Values.empty(0, 2).as(DType.INT32));
    Output nothing = ops.constant(Values.empty(0).as(dtype));
    List<Node> changes =
        List.of(
            change(in, access, change, target, places, elements),
            change(in, access, change, target, rows, updates),
            change(in, access, change, target, none, nothing));
    steps.run(target.initializer().name());
    for (Node each : changes) {
      steps.run(each.name());
      steps.fetch(target.value().name());
    }
  }

  private static void policies(Ops ops, Scenario.Steps steps) {
    Output places = ops.constant(Values.matrix(3, 1, 2, 5, -1).as(DType.INT32));
    Output updates = ops.constant(new float[] {10, 20, 30});
    Output initial = ops.constant(new float[] {1, 2, 3, 4});
    for (Access access : Access.values()) {
      for (String policy : List.of("", "DEFAULT", "ERROR", "IGNORE")) {
        Ops in = ops.withSubScope("policy" + policy);
        Target target = target(in, access, initial, Shape.of(4));
        Node node =
            in.scope()
                .node(op(access, access == Access.HANDLE ? "NdAdd" : "NdUpdate"))
                .input(target.state())
                .input(places)
                .input(updates)
                .attr("bad_indices_policy", policy)
                .build();
        steps.run(target.initializer().name());
        if (policy.equals("IGNORE")) {
          steps.run(node.name());
        } else {
          steps.refuseRun(node.name());
        }
        if (policy.equals("IGNORE")) {
          steps.fetch(target.value().name());
        }
      }
    }
  }

  private static void stridedSlices(Ops ops, Scenario.Steps steps, Access access) {
    for (DType dtype : SLICED) {
      stridedSlices(ops, steps, access, dtype);
    }
    sliceRefusals(ops, steps, access);
  }

  private static void stridedSlices(Ops ops, Scenario.Steps steps, Access access, DType dtype) {
    Ops in = ops.withSubScope(dtype.toString());
    Target target = target(in, access, ops.constant(Values.range(3, 4).as(dtype)), Shape.of(3, 4));
    steps.run(target.initializer().name());
    Output two = ops.constant(new int[] {1, 1});
    List<Node> changes = new ArrayList<>();
    changes.add(
        assign(
            in,
            access,
            target,
            ops.constant(new int[] {0, 1}),
            ops.constant(new int[] {2, 4}),
            ops.constant(new int[] {1, 2}),
            Values.matrix(2, 2, 50, 0, 52, 1).as(dtype),
            SliceMasks.NONE));
    changes.add(
        assign(
            in,
            access,
            target,
            ops.constant(new int[] {2, -1}),
            ops.constant(new int[] {0, 0}),
            ops.constant(new int[] {-1, -2}),
            Values.matrix(2, 2, 60, 0, 62, 1).as(dtype),
            new SliceMasks(0, 2, 0, 0, 0)));
    changes.add(
        assign(
            in,
            access,
            target,
            ops.constant(new int[] {1, 1}),
            ops.constant(new int[] {2, 3}),
            two,
            Values.vector(70, 0).as(dtype),
            new SliceMasks(0, 0, 0, 0, 1)));
    changes.add(
        assign(
            in,
            access,
            target,
            ops.constant(new int[] {1, 1}),
            two,
            two,
            Values.scalar(0).as(dtype),
            new SliceMasks(0, 0, 0, 0, 3)));
    changes.add(
        assign(
            in,
            access,
            target,
            ops.constant(new int[] {1, 1}),
            two,
            two,
            Values.empty(0, 0).as(dtype),
            SliceMasks.NONE));
    changes.add(
        assign(
            in,
            access,
            target,
            ops.constant(new int[] {0, 2}),
            ops.constant(new int[] {3, 4}),
            two,
            Values.matrix(3, 1, 80, 0, 82).as(dtype),
            SliceMasks.NONE));
    changes.add(
        assign(
            in,
            access,
            target,
            two,
            two,
            two,
            Values.range(3, 2).as(dtype), // nothing is replaced, by whatever
            SliceMasks.NONE));
    for (Node node : changes) {
      steps.run(node.name());
      steps.fetch(target.value().name());
    }
  }

  private static void sliceIndices(Ops ops, Scenario.Steps steps, Access access, DType index) {
    Target target =
        target(ops, access, ops.constant(Values.range(4).as(DType.FLOAT32)), Shape.of(4));
    Node node =
        assign(
            ops,
            access,
            target,
            ops.constant(Values.vector(1).as(index)),
            ops.constant(Values.vector(4).as(index)),
            ops.constant(Values.vector(2).as(index)),
            Tensors.vector(50f, 51f),
            SliceMasks.NONE);
    steps.run(target.initializer().name());
    steps.run(node.name());
    steps.fetch(target.value().name());
  }

  private static Node assign(
      Ops ops,
      Access access,
      Target target,
      Output begin,
      Output end,
      Output strides,
      Tensor value,
      SliceMasks masks) {
    Output constant = ops.constant(value);
    return access == Access.HANDLE
        ? ops.state.resourceStridedSliceAssign(target.state(), begin, end, strides, constant, masks)
        : masks
            .on(
                ops.op("StridedSliceAssign")
                    .input(target.state())
                    .input(begin)
                    .input(end)
                    .input(strides)
                    .input(constant))
            .build();
  }

  private static void sliceRefusals(Ops ops, Scenario.Steps steps, Access access) {
    Ops in = ops.withSubScope("refused");
    Target target = target(in, access, ops.constant(new float[] {1, 2, 3}), Shape.of(3));
    Output begin = in.withName("begin").placeholder(DType.INT32);
    Output end = in.withName("end").placeholder(DType.INT32);
    Output strides = in.withName("strides").placeholder(DType.INT32);
    Output value = in.withName("value").placeholder(DType.FLOAT32);
    Node node =
        access == Access.HANDLE
            ? in.state.resourceStridedSliceAssign(target.state(), begin, end, strides, value)
            : in.op("StridedSliceAssign")
                .input(target.state())
                .input(begin)
                .input(end)
                .input(strides)
                .input(value)
                .build();
    Tensor pair = Tensors.vector(5f, 6f);
    Map<String, Tensor> fine =
        Map.of(
            begin.name(), Tensors.vector(0),
            end.name(), Tensors.vector(2),
            strides.name(), Tensors.vector(1),
            value.name(), pair);
    steps.refuseRunWith(fine, node.name());
    steps.run(target.initializer().name());
    steps.runWith(fine, node.name());
    steps.fetch(target.value().name());
    for (Map<String, Tensor> bad :
        List.of(
            Map.of(strides.name(), Tensors.vector(0)),
            Map.of(strides.name(), Tensors.vector(1, 1)),
            Map.of(begin.name(), Tensors.scalar(1)),
            Map.of(value.name(), Tensors.vector(1f, 2f, 3f)))) {
      Map<String, Tensor> feeds = new java.util.HashMap<>(fine);
      feeds.putAll(bad);
      steps.refuseRunWith(feeds, node.name());
    }
  }

  /** Indices out of range, updates of the wrong shape, and a variable without a value. */
  private static void refusals(
      Ops ops, Scenario.Steps steps, Access access, String change, List<Tensor> badIndices) {
    Ops in = ops.withSubScope("refused");
    Output initial = ops.constant(Values.range(3, 2).as(DType.FLOAT32));
    Target target = target(in, access, initial, Shape.of(3, 2));
    Output indices = in.withName("indices").placeholder(DType.INT32);
    Output updates = in.withName("updates").placeholder(DType.FLOAT32);
    Node node = change(in, access, change, target, indices, updates);
    String indicesName = indices.name();
    String updatesName = updates.name();
    Tensor good = Values.matrix(2, 2, 1, 2, 3, 4).as(DType.FLOAT32);
    Tensor first = badIndices.get(0);
    Tensor zeros = Values.of(first.shape(), 0, 0).as(DType.INT32);
    Map<String, Tensor> fine = Map.of(indicesName, zeros, updatesName, good);
    steps.refuseRunWith(fine, node.name());
    steps.run(target.initializer().name());
    steps.runWith(fine, node.name());
    if (op(access, change).equals("ResourceScatterDiv")) {
      Tensor zero = Values.range(2, 2).as(DType.FLOAT32);
      steps.refuseRunWith(Map.of(indicesName, zeros, updatesName, zero), node.name());
    }
    for (Tensor bad : badIndices) {
      steps.refuseRunWith(Map.of(indicesName, bad, updatesName, good), node.name());
    }
    // For rows, TensorFlow only looks at the first sizes of updates; others would make it abort.
    List<Values> badUpdates =
        change.startsWith("Nd")
            ? List.of(Values.range(2, 3), Values.range(3, 2), Values.range(2), Values.scalar(1))
            : List.of(Values.range(3, 2));
    for (Values bad : badUpdates) {
      steps.refuseRunWith(
          Map.of(indicesName, zeros, updatesName, bad.as(DType.FLOAT32)), node.name());
    }
  }
}
