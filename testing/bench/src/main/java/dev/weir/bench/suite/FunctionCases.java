package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.K;
import static dev.weir.bench.suite.OpCases.M;
import static dev.weir.bench.suite.OpCases.ROWS;

import dev.weir.bench.suite.OpCases.Build;
import java.util.List;
import java.util.Map;

/** Truths, sums, and operands that are stretched. */
final class FunctionCases {
  private FunctionCases() {}

  static void addTo(Map<String, Build> all) {
    functions(all);
    broadcasts(all);
  }

  private static void functions(Map<String, Build> all) {
    for (String op : List.of("LogicalAnd", "LogicalOr")) {
      all.put(op, g -> g.op(op, g.truths(M), g.truths(M)).build());
    }
    all.put("LogicalNot", g -> g.op("LogicalNot", g.truths(M)).build());
    all.put("Pow/cube", g -> g.op("Pow", g.floats(M), g.ops().constant(3f)).build());
    all.put(
        "AddN/4",
        g ->
            g.op("AddN")
                .inputList(List.of(g.floats(M), g.floats(M), g.floats(M), g.floats(M)))
                .build());
  }

  private static void broadcasts(Map<String, Build> all) {
    all.put(
        "ClipByValue",
        g -> g.op("ClipByValue", g.floats(M), g.ops().constant(-1f), g.ops().constant(1f)).build());
    all.put("SelectV2", g -> g.op("SelectV2", g.truths(M), g.floats(M), g.floats(M)).build());
    all.put(
        "SelectV2/scalar",
        g -> g.op("SelectV2", g.truths(K, K), g.floats(K, K), g.ops().constant(0f)).build());
    all.put(
        "SelectV2/column",
        g -> g.op("SelectV2", g.truths(K, 1), g.floats(K, K), g.floats(K, K)).build());
    all.put(
        "SelectV2/row", g -> g.op("SelectV2", g.truths(K), g.floats(K, K), g.floats(K, K)).build());
    all.put(
        "Select/rows", g -> g.op("Select", g.truths(K), g.floats(K, K), g.floats(K, K)).build());
    all.put("BiasAdd", g -> g.op("BiasAdd", g.floats(ROWS, 64), g.floats(64)).build());
    // positive, for sums that are large beside their rounding errors
    all.put("BiasAddGrad", g -> g.op("BiasAddGrad", g.positive(ROWS, 64)).build());
    all.put("Sub/column", g -> g.op("Sub", g.floats(ROWS, 64), g.floats(ROWS, 1)).build());
    all.put("Mul/row", g -> g.op("Mul", g.floats(ROWS, 64), g.floats(64)).build());
    all.put("Mul/middle", g -> g.op("Mul", g.floats(16, 64, K), g.floats(16, 1, K)).build());
    all.put(
        "BroadcastTo",
        g -> g.op("BroadcastTo", g.floats(K, 1), g.ops().constant(new int[] {K, K})).build());
  }
}
