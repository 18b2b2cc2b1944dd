package dev.weir.testkit.samples;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.TypedScenario;
import dev.weir.testkit.Values;
import java.util.List;

/** Variables and tables whose elements are of every type. */
final class TypedStateSamples {
  private TypedStateSamples() {}

  private static final Values NUMBERS = Values.vector(3, 0, 1);
  private static final Values OTHERS = Values.vector(2, 1, 0);

  static List<TypedScenario> scenarios() {
    List<String> keys = List.of("key_dtype", "Tkey", "Tin", "Tkeys");
    List<String> values = List.of("value_dtype", "Tval", "Tout", "Tvalues");
    List<String> fixed =
        List.of("HashTableV2", "InitializeTableV2", "LookupTableFindV2", "LookupTableExportV2");
    List<String> mutable =
        List.of(
            "MutableHashTableV2",
            "LookupTableFindV2",
            "LookupTableInsertV2",
            "LookupTableImportV2",
            "LookupTableRemoveV2",
            "LookupTableExportV2");
    List<String> tensors =
        List.of(
            "MutableHashTableOfTensorsV2",
            "LookupTableFindV2",
            "LookupTableInsertV2",
            "LookupTableExportV2");
    return List.of(
        TypedScenario.of(
            List.of("VarHandleOp", "AssignVariableOp", "ReadVariableOp"),
            List.of("dtype"),
            TypedStateSamples::handle),
        TypedScenario.of(
            List.of("ResourceGather", "ResourceGatherNd"),
            List.of("dtype"),
            TypedStateSamples::gather),
        TypedScenario.of(
            List.of("AssignAddVariableOp", "AssignSubVariableOp"),
            List.of("dtype"),
            TypedStateSamples::addToHandle),
        TypedScenario.of(
            List.of("Variable", "VariableV2", "IsVariableInitialized", "Assign"),
            List.of("dtype", "T"),
            TypedStateSamples::reference),
        TypedScenario.of(
            List.of("AssignAdd", "AssignSub"), List.of("T"), TypedStateSamples::addToReference),
        TypedScenario.of(
            List.of("TemporaryVariable", "DestroyTemporaryVariable"),
            List.of("dtype", "T"),
            TypedStateSamples::temporary),
        TypedScenario.of(List.of("CountUpTo"), List.of("T"), TypedStateSamples::count),
        TypedScenario.of(fixed, keys, (ops, steps, dtype) -> fixed(ops, steps, dtype, DType.INT64)),
        TypedScenario.of(
            fixed, values, (ops, steps, dtype) -> fixed(ops, steps, DType.INT64, dtype)),
        TypedScenario.of(
            mutable, keys, (ops, steps, dtype) -> mutable(ops, steps, dtype, DType.INT64)),
        TypedScenario.of(
            mutable, values, (ops, steps, dtype) -> mutable(ops, steps, DType.INT64, dtype)),
        TypedScenario.of(
            tensors, keys, (ops, steps, dtype) -> tensors(ops, steps, dtype, DType.INT64)),
        TypedScenario.of(
            tensors, values, (ops, steps, dtype) -> tensors(ops, steps, DType.INT64, dtype)));
  }

  private static Output variable(Ops ops, Scenario.Steps steps, Values values, DType dtype) {
    Output initial = ops.constant(values.as(dtype));
    Output handle = ops.withName("v").state.varHandleOp(dtype, initial.shape());
    ops.withName("assign").state.assignVariableOp(handle, initial);
    ops.withName("read").state.readVariableOp(handle, dtype);
    steps.run("assign");
    return handle;
  }

  private static void handle(Ops ops, Scenario.Steps steps, DType dtype) {
    Output v = variable(ops, steps, NUMBERS, dtype);
    ops.withName("next").state.assignVariableOp(v, ops.constant(OTHERS.as(dtype)));
    steps.fetch("read:0");
    steps.run("next");
    steps.fetch("read:0");
  }

  private static void gather(Ops ops, Scenario.Steps steps, DType dtype) {
    Output v = variable(ops, steps, Values.range(3, 2, 2), dtype);
    ops.withName("rows").state.resourceGather(v, ops.constant(new int[] {2, 0, 2}), dtype);
    ops.withName("row").state.resourceGather(v, ops.constant(1L), dtype);
    ops.withName("batches").state.resourceGather(v, ops.constant(new int[] {1, 0, 1}), dtype, 1);
    ops.withName("slices")
        .state
        .resourceGatherNd(v, ops.constant(Values.matrix(2, 2, 2, 0, 1, 1).as(DType.INT64)), dtype);
    steps.fetch("rows:0", "row:0", "batches:0", "slices:0");
  }

  private static void addToHandle(Ops ops, Scenario.Steps steps, DType dtype) {
    Output v = variable(ops, steps, NUMBERS, dtype);
    ops.withName("add").state.assignAddVariableOp(v, ops.constant(OTHERS.as(dtype)));
    ops.withName("sub").state.assignSubVariableOp(v, ops.constant(OTHERS.as(dtype)));
    steps.run("add");
    steps.fetch("read:0");
    steps.run("sub");
    steps.fetch("read:0");
  }

  private static void reference(Ops ops, Scenario.Steps steps, DType dtype) {
    Output first =
        ops.withName("first")
            .op("Variable")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(3))
            .build()
            .output(0);
    Output second =
        ops.withName("second")
            .op("VariableV2")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(3))
            .build()
            .output(0);
    ops.withName("assign_first")
        .op("Assign")
        .input(first)
        .input(ops.constant(NUMBERS.as(dtype)))
        .build();
    ops.withName("assign_second")
        .op("Assign")
        .input(second)
        .input(ops.constant(OTHERS.as(dtype)))
        .build();
    ops.withName("first_there").op("IsVariableInitialized").input(first).build();
    ops.withName("second_there").op("IsVariableInitialized").input(second).build();
    steps.fetch("first_there:0", "second_there:0");
    steps.fetch("assign_first:0", "assign_second:0");
    steps.fetch("first:0", "second:0", "first_there:0", "second_there:0");
  }

  private static void addToReference(Ops ops, Scenario.Steps steps, DType dtype) {
    Output v =
        ops.withName("v")
            .op("VariableV2")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(3))
            .build()
            .output(0);
    ops.withName("assign").op("Assign").input(v).input(ops.constant(NUMBERS.as(dtype))).build();
    ops.withName("add").op("AssignAdd").input(v).input(ops.constant(OTHERS.as(dtype))).build();
    ops.withName("sub").op("AssignSub").input(v).input(ops.constant(OTHERS.as(dtype))).build();
    steps.run("assign");
    steps.fetch("add:0");
    steps.fetch("sub:0");
  }

  private static void temporary(Ops ops, Scenario.Steps steps, DType dtype) {
    Output t =
        ops.withName("t")
            .op("TemporaryVariable")
            .attr("dtype", dtype)
            .attr("shape", Shape.of(3))
            .attr("var_name", "t")
            .build()
            .output(0);
    Output assigned =
        ops.op("Assign").input(t).input(ops.constant(NUMBERS.as(dtype))).build().output(0);
    ops.withName("result")
        .op("DestroyTemporaryVariable")
        .input(assigned)
        .attr("var_name", "t")
        .build();
    steps.fetch("result:0");
  }

  private static void count(Ops ops, Scenario.Steps steps, DType dtype) {
    Output v =
        ops.withName("v")
            .op("VariableV2")
            .attr("dtype", dtype)
            .attr("shape", Shape.scalar())
            .build()
            .output(0);
    ops.withName("assign")
        .op("Assign")
        .input(v)
        .input(ops.constant(Values.scalar(1).as(dtype)))
        .build();
    ops.withName("count").op("CountUpTo").input(v).attr("limit", 3).build();
    steps.run("assign");
    steps.fetch("count:0");
    steps.fetch("count:0");
    steps.fetch("v:0");
  }

  private static void find(Ops ops, Output table, DType keys, DType values, Values missing) {
    ops.withName("find")
        .lookup
        .lookupTableFind(
            table, ops.constant(Values.vector(1, 0).as(keys)), ops.constant(missing.as(values)));
    ops.withName("export").lookup.lookupTableExport(table, keys, values);
  }

  private static void fixed(Ops ops, Scenario.Steps steps, DType keys, DType values) {
    Output table = ops.withName("table").lookup.hashTable(keys, values);
    ops.withName("fill")
        .lookup
        .initializeTable(
            table,
            ops.constant(Values.vector(1).as(keys)),
            ops.constant(Values.vector(10).as(values)));
    find(ops, table, keys, values, Values.scalar(7));
    steps.run("fill");
    steps.fetch("find:0");
    steps.fetch("export:0", "export:1");
  }

  private static void mutable(Ops ops, Scenario.Steps steps, DType keys, DType values) {
    Output table = ops.withName("table").lookup.mutableHashTable(keys, values);
    Output key = ops.constant(Values.vector(1).as(keys));
    Output other = ops.constant(Values.vector(0).as(keys));
    Node insert =
        ops.lookup.lookupTableInsert(table, key, ops.constant(Values.vector(10).as(values)));
    Node fill =
        ops.lookup.lookupTableImport(table, other, ops.constant(Values.vector(0).as(values)));
    Node remove = ops.lookup.lookupTableRemove(table, other);
    find(ops, table, keys, values, Values.scalar(7));
    steps.run(insert.name());
    steps.fetch("find:0");
    steps.fetch("export:0", "export:1");
    steps.run(fill.name());
    steps.fetch("find:0");
    steps.run(remove.name());
    steps.fetch("find:0");
  }

  private static void tensors(Ops ops, Scenario.Steps steps, DType keys, DType values) {
    Output table =
        ops.withName("table").lookup.mutableHashTableOfTensors(keys, values, Shape.of(2));
    ops.withName("insert")
        .lookup
        .lookupTableInsert(
            table,
            ops.constant(Values.vector(1).as(keys)),
            ops.constant(Values.matrix(1, 2, 10, 0).as(values)));
    find(ops, table, keys, values, Values.vector(7, 1));
    steps.run("insert");
    steps.fetch("find:0");
    steps.fetch("export:0", "export:1");
  }
}
