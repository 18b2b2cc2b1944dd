package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.M;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.Map;

/** Variables of a million elements that are read and written as a whole. */
final class StateCases {
  private StateCases() {}

  static void addTo(Map<String, Build> all) {
    resources(all);
    references(all);
    small(all);
    temporary(all);
  }

  private static void resources(Map<String, Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT64, DType.INT64, DType.BFLOAT16)) {
      String suffix = dtype == DType.FLOAT32 ? "" : "/" + dtype;
      all.put("ReadVariableOp" + suffix, g -> read(g, g.variable(dtype, M), dtype));
      for (String op : List.of("AssignVariableOp", "AssignAddVariableOp", "AssignSubVariableOp")) {
        all.put(op + suffix, g -> g.op(op, g.variable(dtype, M), g.numbers(dtype, M)).build());
      }
    }
    all.put(
        "AssignAddVariableOp/read",
        g -> {
          Output variable = g.variable(M);
          Node add = g.op("AssignAddVariableOp", variable, g.floats(M)).build();
          return g.op("ReadVariableOp", variable)
              .attr("dtype", DType.FLOAT32)
              .controlInput(add)
              .build();
        });
  }

  private static Node read(OpGraph g, Output variable, DType dtype) {
    return g.op("ReadVariableOp", variable).attr("dtype", dtype).build();
  }

  private static void references(Map<String, Build> all) {
    for (String op : List.of("Assign", "AssignAdd", "AssignSub")) {
      all.put(op, g -> g.op(op, g.reference(DType.FLOAT32, M), g.floats(M)).build());
      all.put(
          op + "/float64",
          g -> g.op(op, g.reference(DType.FLOAT64, M), g.numbers(DType.FLOAT64, M)).build());
    }
    all.put("VariableV2", g -> g.op("Identity", g.reference(DType.FLOAT32, M)).build());
    all.put(
        "Variable",
        g -> {
          Output variable =
              g.op("Variable")
                  .attr("dtype", DType.FLOAT32)
                  .attr("shape", Shape.of(M))
                  .build()
                  .output(0);
          return g.op("Assign", variable, g.floats(M)).build();
        });
  }

  private static void small(Map<String, Build> all) {
    all.put("VarHandleOp", g -> g.variable(M).node());
    all.put("VarIsInitializedOp", g -> g.op("VarIsInitializedOp", g.variable(M)).build());
    all.put(
        "IsVariableInitialized",
        g -> g.op("IsVariableInitialized", g.reference(DType.FLOAT32, M)).build());
    all.put("VariableShape", g -> g.op("VariableShape", g.variable(M)).build());
    all.put(
        "CountUpTo",
        g -> g.op("CountUpTo", g.reference(DType.INT32)).attr("limit", Integer.MAX_VALUE).build());
    all.put(
        "ResourceCountUpTo",
        g ->
            g.op("ResourceCountUpTo", g.variable(DType.INT64))
                .attr("limit", Integer.MAX_VALUE)
                .attr("T", DType.INT64)
                .build());
    all.put(
        "DestroyResourceOp",
        g -> {
          Output variable = g.variable(1000);
          Node assign = g.op("AssignVariableOp", variable, g.floats(1000)).build();
          return g.op("DestroyResourceOp", variable).controlInput(assign).build();
        });
  }

  private static void temporary(Map<String, Build> all) {
    for (String op : List.of("TemporaryVariable", "DestroyTemporaryVariable")) {
      all.put(op, StateCases::temporary);
    }
  }

  /** Makes a variable, writes to it and destroys it. */
  private static Node temporary(OpGraph g) {
    Output variable =
        g.op("TemporaryVariable")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(M))
            .attr("var_name", "temporary")
            .build()
            .output(0);
    Output written = g.op("Assign", variable, g.floats(M)).build().output(0);
    return g.op("DestroyTemporaryVariable", written).attr("var_name", "temporary").build();
  }
}
