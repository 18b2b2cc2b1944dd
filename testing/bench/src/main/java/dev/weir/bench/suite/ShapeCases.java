package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.K;
import static dev.weir.bench.suite.OpCases.M;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/** Ops that give elements another shape, and ops that compute with shapes. */
final class ShapeCases {
  private ShapeCases() {}

  static void addTo(Map<String, Build> all) {
    changes(all);
    sizes(all);
    arithmetic(all);
  }

  private static Output vector(OpGraph g, int... values) {
    return g.ops().constant(values);
  }

  private static void changes(Map<String, Build> all) {
    all.put("Reshape", g -> g.op("Reshape", g.floats(K, K), vector(g, 64, -1)).build());
    all.put("ExpandDims", g -> g.op("ExpandDims", g.floats(K, K), g.ops().constant(1)).build());
    all.put(
        "Squeeze",
        g ->
            g.op("Squeeze", g.floats(K, 1, K, 1))
                .attr("squeeze_dims", AttrValue.ofInts(1, 3))
                .build());
  }

  private static void sizes(Map<String, Build> all) {
    for (String op : List.of("Rank", "Shape", "Size")) {
      all.put(op, g -> g.op(op, g.floats(K, K)).build());
    }
    all.put("ShapeN", g -> g.op("ShapeN").inputList(List.of(g.floats(K, K), g.floats(M))).build());
  }

  /** What the gradients of broadcasts and joins need, and indices of flat elements. */
  private static void arithmetic(Map<String, Build> all) {
    for (String op : List.of("BroadcastArgs", "BroadcastGradientArgs")) {
      all.put(op, g -> g.op(op, vector(g, 16, 32, 32, 64), vector(g, 32, 1, 64)).build());
    }
    all.put(
        "ConcatOffset",
        g ->
            g.op("ConcatOffset", g.ops().constant(1))
                .inputList(List.of(vector(g, K, 100), vector(g, K, 400), vector(g, K, 500)))
                .build());
    for (DType dtype : List.of(DType.INT32, DType.INT64)) {
      all.put(
          dtype == DType.INT32 ? "UnravelIndex" : "UnravelIndex/" + dtype,
          g -> g.op("UnravelIndex", g.wholes(dtype, M, M), g.vector(dtype, 16, 64, K)).build());
    }
  }
}
