package dev.weir.testkit.samples;

import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Samples of the ops on tables. TensorFlow exports keys in no particular order, so only tables with
 * one key are exported here.
 */
final class TableSamples {
  private TableSamples() {}

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "a table that is filled once",
            Set.of(
                "HashTableV2",
                "InitializeTableV2",
                "LookupTableFindV2",
                "LookupTableSizeV2",
                "LookupTableExportV2"),
            TableSamples::filledOnce),
        Scenario.of(
            "a table that changes",
            Set.of(
                "MutableHashTableV2",
                "LookupTableFindV2",
                "LookupTableInsertV2",
                "LookupTableRemoveV2",
                "LookupTableSizeV2",
                "LookupTableExportV2",
                "LookupTableImportV2"),
            TableSamples::mutable),
        Scenario.of(
            "a table of vectors",
            Set.of(
                "MutableHashTableOfTensorsV2",
                "LookupTableFindV2",
                "LookupTableInsertV2",
                "LookupTableExportV2"),
            TableSamples::vectors),
        Scenario.of(
            "keys and values of several types",
            Set.of("HashTableV2", "MutableHashTableV2"),
            TableSamples::types),
        Scenario.of("tables shared by name", Set.of("MutableHashTableV2"), TableSamples::shared));
  }

  private static void filledOnce(Ops ops, Scenario.Steps steps) {
    Output table = ops.withName("table").lookup.hashTable(DType.STRING, DType.INT64);
    Output keys = ops.withName("keys").placeholder(DType.STRING);
    Output values = ops.withName("values").placeholder(DType.INT64);
    Output missing = ops.withName("missing").placeholder(DType.INT64);
    ops.withName("fill").lookup.initializeTable(table, keys, values);
    ops.withName("insert").lookup.lookupTableInsert(table, keys, values);
    ops.withName("remove").lookup.lookupTableRemove(table, keys);
    ops.withName("import").lookup.lookupTableImport(table, keys, values);
    ops.withName("find").lookup.lookupTableFind(table, keys, missing);
    ops.withName("size").lookup.lookupTableSize(table);
    ops.withName("export").lookup.lookupTableExport(table, DType.STRING, DType.INT64);
    Tensor three = Tensors.vector("a", "b", "");
    Map<String, Tensor> find =
        Map.of(
            "keys:0",
            Tensors.of(Shape.of(2, 2), "b", "x", "", "a"),
            "missing:0",
            Tensors.scalar(-1L));
    steps.refuseWith(find, "find:0");
    steps.refuseRunWith(Map.of("keys:0", three, "values:0", Tensors.vector(1L, 2L)), "fill");
    steps.refuseRunWith(
        Map.of("keys:0", Tensors.vector("a", "a"), "values:0", Tensors.vector(1L, 2L)), "fill");
    Map<String, Tensor> fill = Map.of("keys:0", three, "values:0", Tensors.vector(1L, 2L, 3L));
    steps.runWith(fill, "fill");
    steps.fetchWith(find, "find:0");
    steps.fetch("size:0");
    steps.runWith(fill, "fill");
    steps.deviate(
        Map.of("keys:0", three, "values:0", Tensors.vector(1L, 2L, 4L)),
        "fill",
        "only compares sizes: other values of as many keys are dropped");
    steps.refuseRunWith(
        Map.of("keys:0", Tensors.vector("a"), "values:0", Tensors.vector(1L)), "fill");
    steps.refuseRunWith(fill, "insert");
    steps.runWith(fill, "import");
    steps.refuseRunWith(Map.of("keys:0", three), "remove");
    steps.fetchWith(
        Map.of("keys:0", Tensors.scalar("a"), "missing:0", Tensors.scalar(-1L)), "find:0");
    steps.refuseWith(
        Map.of("keys:0", Tensors.scalar("a"), "missing:0", Tensors.vector(-1L)), "find:0");
  }

  private static void mutable(Ops ops, Scenario.Steps steps) {
    Output table = ops.withName("table").lookup.mutableHashTable(DType.INT64, DType.FLOAT32);
    Output keys = ops.withName("keys").placeholder(DType.INT64, Shape.of(-1));
    Output values = ops.withName("values").placeholder(DType.FLOAT32);
    Output missing = ops.withName("missing").placeholder(DType.FLOAT32);
    ops.withName("insert").lookup.lookupTableInsert(table, keys, values);
    ops.withName("remove").lookup.lookupTableRemove(table, keys);
    ops.withName("import").lookup.lookupTableImport(table, keys, values);
    ops.withName("find").lookup.lookupTableFind(table, keys, missing);
    ops.withName("size").lookup.lookupTableSize(table);
    ops.withName("export").lookup.lookupTableExport(table, DType.INT64, DType.FLOAT32);
    Map<String, Tensor> find =
        Map.of("keys:0", Tensors.vector(1L, 2L, 3L, 9L), "missing:0", Tensors.scalar(-1f));
    steps.fetchWith(find, "find:0");
    steps.fetch("export:0", "export:1");
    steps.runWith(
        Map.of("keys:0", Tensors.vector(1L, 2L, 1L), "values:0", Tensors.vector(1f, 2f, 3f)),
        "insert");
    steps.fetchWith(find, "find:0");
    steps.fetchWith(
        Map.of("keys:0", Tensors.vector(1L, 7L), "missing:0", Tensors.vector(50f, 60f)), "find:0");
    steps.fetch("size:0");
    steps.runWith(Map.of("keys:0", Tensors.vector(1L, 5L)), "remove");
    steps.fetchWith(find, "find:0");
    steps.fetch("export:0", "export:1");
    steps.runWith(Map.of("keys:0", Tensors.vector(9L), "values:0", Tensors.vector(8f)), "import");
    steps.fetchWith(find, "find:0");
    steps.fetch("export:0", "export:1");
    steps.refuseRunWith(
        Map.of("keys:0", Tensors.vector(1L, 2L), "values:0", Tensors.vector(1f)), "insert");
    steps.refuseWith(
        Map.of("keys:0", Tensors.vector(1L, 7L), "missing:0", Tensors.vector(1f)), "find:0");
  }

  private static void vectors(Ops ops, Scenario.Steps steps) {
    Output table =
        ops.withName("table")
            .lookup
            .mutableHashTableOfTensors(DType.STRING, DType.INT64, Shape.of(2));
    Output keys = ops.constant(Tensors.vector("a", "b"));
    ops.withName("insert")
        .lookup
        .lookupTableInsert(table, keys, ops.constant(Values.range(2, 2).as(DType.INT64)));
    Output wrong = ops.withName("wrong").placeholder(DType.INT64);
    ops.withName("insert_wrong").lookup.lookupTableInsert(table, keys, wrong);
    ops.withName("find")
        .lookup
        .lookupTableFind(
            table, ops.constant(Tensors.vector("b", "x")), ops.constant(new long[] {-1, -2}));
    ops.withName("remove").lookup.lookupTableRemove(table, ops.constant(Tensors.vector("b")));
    ops.withName("export").lookup.lookupTableExport(table, DType.STRING, DType.INT64);
    steps.fetch("find:0");
    steps.run("insert");
    steps.fetch("find:0");
    steps.refuseRunWith(Map.of("wrong:0", Tensors.vector(1L, 2L)), "insert_wrong");
    steps.run("remove");
    steps.fetch("export:0", "export:1");
  }

  private static void types(Ops ops, Scenario.Steps steps) {
    for (DType value :
        List.of(DType.FLOAT32, DType.FLOAT64, DType.INT32, DType.INT64, DType.STRING)) {
      for (DType key : List.of(DType.STRING, DType.INT64)) {
        Ops in = ops.withSubScope(key + "_" + value);
        Output keys = ops.constant(Values.vector(1, 2, 3).as(key));
        Output values = ops.constant(Values.vector(10, 20, 30).as(value));
        Output asked = ops.constant(Values.vector(3, 4).as(key));
        Output missing = ops.constant(Values.scalar(7).as(value));
        Output fixed = in.lookup.hashTable(key, value);
        steps.run(in.lookup.initializeTable(fixed, keys, values).name());
        steps.fetch(in.lookup.lookupTableFind(fixed, asked, missing).name());
        if (key == DType.STRING && value == DType.STRING) {
          continue; // TensorFlow has no such mutable table
        }
        Output changing = in.lookup.mutableHashTable(key, value);
        steps.run(in.lookup.lookupTableInsert(changing, keys, values).name());
        steps.fetch(in.lookup.lookupTableFind(changing, asked, missing).name());
      }
    }
  }

  private static void shared(Ops ops, Scenario.Steps steps) {
    Output a = ops.lookup.mutableHashTable(DType.STRING, DType.INT64, "", "t");
    Output b = ops.lookup.mutableHashTable(DType.STRING, DType.INT64, "", "t");
    Output c = ops.lookup.mutableHashTable(DType.STRING, DType.INT64, "box", "t");
    Output other = ops.lookup.mutableHashTable(DType.STRING, DType.FLOAT32, "", "t");
    Output alone = ops.lookup.mutableHashTable(DType.STRING, DType.INT64);
    Output keys = ops.constant(Tensors.vector("k"));
    ops.withName("insert").lookup.lookupTableInsert(a, keys, ops.constant(new long[] {5}));
    ops.withName("size").lookup.lookupTableSize(b);
    ops.withName("size_boxed").lookup.lookupTableSize(c);
    ops.withName("size_other").lookup.lookupTableSize(other);
    ops.withName("size_alone").lookup.lookupTableSize(alone);
    ops.withName("destroy").state.destroyResourceOp(b, false);
    steps.run("insert");
    steps.fetch("size:0", "size_boxed:0", "size_alone:0");
    steps.refuse("size_other:0");
    steps.run("destroy");
    steps.fetch("size_alone:0");
  }
}
