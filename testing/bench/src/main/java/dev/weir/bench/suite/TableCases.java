package dev.weir.bench.suite;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Tables of ten thousand keys, in which a hundred thousand are looked up. */
final class TableCases {
  private static final int KEYS = 10_000;
  private static final int LOOKUPS = 100_000;

  /** Of numbers up to the largest key, one in so many is a key. */
  private static final int STEP = 7;

  /** How many elements the values have that are vectors. */
  private static final int WIDTH = 16;

  private TableCases() {}

  static void addTo(Map<String, Build> all) {
    finding(all);
    changing(all);
  }

  private static void finding(Map<String, Build> all) {
    for (String op : List.of("HashTableV2", "LookupTableFindV2")) {
      all.put(op, g -> find(g, initialized(g, keys()), wanted(g), g.scalar(DType.FLOAT32, -1)));
    }
    all.put(
        "LookupTableFindV2/string",
        g -> {
          Output wanted = g.strings(STEP * KEYS, TableCases::key, LOOKUPS);
          return find(g, initialized(g, textKeys()), wanted, g.scalar(DType.FLOAT32, -1));
        });
    all.put("MutableHashTableV2", g -> find(g, filled(g), wanted(g), g.scalar(DType.FLOAT32, -1)));
    all.put(
        "MutableHashTableOfTensorsV2",
        g -> find(g, filledWithVectors(g), wanted(g), g.floats(WIDTH)));
  }

  private static void changing(Map<String, Build> all) {
    all.put(
        "InitializeTableV2",
        g -> {
          Output table = table(g, "HashTableV2", DType.INT64);
          return g.op("InitializeTableV2", table, g.fed(keys()), g.floats(KEYS)).build();
        });
    for (String op : List.of("LookupTableInsertV2", "LookupTableImportV2")) {
      all.put(
          op,
          g -> {
            Output table = table(g, "MutableHashTableV2", DType.INT64);
            return g.op(op, table, g.fed(keys()), g.floats(KEYS)).build();
          });
    }
    all.put(
        "LookupTableRemoveV2", g -> g.op("LookupTableRemoveV2", filled(g), g.fed(keys())).build());
    all.put(
        "LookupTableExportV2",
        g -> {
          g.notCompared("keys have no order");
          return g.op("LookupTableExportV2", filled(g))
              .attr("Tkeys", DType.INT64)
              .attr("Tvalues", DType.FLOAT32)
              .build();
        });
    all.put("LookupTableSizeV2", g -> g.op("LookupTableSizeV2", filled(g)).build());
  }

  private static Output wanted(OpGraph g) {
    return g.longs(STEP * KEYS, LOOKUPS);
  }

  private static Node find(OpGraph g, Output table, Output wanted, Output otherwise) {
    return g.op("LookupTableFindV2", table, wanted, otherwise).build();
  }

  private static Output table(OpGraph g, String kind, DType keys) {
    return g.op(kind).attr("key_dtype", keys).attr("value_dtype", DType.FLOAT32).build().output(0);
  }

  private static Tensor keys() {
    return new RandomTensors()
        .filled(DType.INT64, new long[] {KEYS}, (tensor, i) -> tensor.setLong(i, STEP * i));
  }

  private static Tensor textKeys() {
    return new RandomTensors()
        .filled(
            DType.STRING,
            new long[] {KEYS},
            (tensor, i) ->
                tensor.setBytes(i, key((int) (STEP * i)).getBytes(StandardCharsets.UTF_8)));
  }

  private static String key(int i) {
    return "key" + i;
  }

  private static Output values(OpGraph g, long... sizes) {
    return g.ops().constant(new RandomTensors().between(DType.FLOAT32, 0, 1, sizes));
  }

  private static Output initialized(OpGraph g, Tensor keys) {
    Output table = table(g, "HashTableV2", keys.dtype());
    g.initialize(g.op("InitializeTableV2", table, g.ops().constant(keys), values(g, KEYS)).build());
    return table;
  }

  private static Output filled(OpGraph g) {
    Output table = table(g, "MutableHashTableV2", DType.INT64);
    g.initialize(
        g.op("LookupTableInsertV2", table, g.ops().constant(keys()), values(g, KEYS)).build());
    return table;
  }

  private static Output filledWithVectors(OpGraph g) {
    Output table =
        g.op("MutableHashTableOfTensorsV2")
            .attr("key_dtype", DType.INT64)
            .attr("value_dtype", DType.FLOAT32)
            .attr("value_shape", Shape.of(WIDTH))
            .build()
            .output(0);
    Output values = values(g, KEYS, WIDTH);
    g.initialize(g.op("LookupTableInsertV2", table, g.ops().constant(keys()), values).build());
    return table;
  }
}
