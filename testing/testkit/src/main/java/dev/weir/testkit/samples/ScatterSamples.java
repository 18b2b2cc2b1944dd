package dev.weir.testkit.samples;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Values;
import java.util.ArrayList;
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
    Output variable = ops.withName("v").state.variableV2(initial.dtype(), shape);
    return new Target(
        variable, ops.state.assign(variable, initial).node(), ops.control.identity(variable));
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
    refusals(ops, steps, access, change, List.of(Tensors.vector(0, 4), Tensors.vector(-1, 0)));
  }

  private static void slices(Ops ops, Scenario.Steps steps, Access access, String change) {
    for (DType dtype : types(access, change)) {
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
    refusals(
        ops,
        steps,
        access,
        change,
        List.of(
            Values.matrix(2, 1, 0, 4).as(DType.INT32), Values.matrix(2, 1, -1, 0).as(DType.INT32)));
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
