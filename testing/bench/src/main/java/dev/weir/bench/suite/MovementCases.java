package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.K;
import static dev.weir.bench.suite.OpCases.M;
import static dev.weir.bench.suite.OpCases.ROWS;
import static dev.weir.bench.suite.OpCases.TABLE;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrValue;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows that are looked up and added to, elements that move, and casts. */
final class MovementCases {
  private MovementCases() {}

  static void addTo(Map<String, Build> all) {
    rows(all);
    movement(all);
    casts(all);
  }

  private static void rows(Map<String, Build> all) {
    all.put(
        "GatherV2",
        g ->
            g.op("GatherV2", g.floats(TABLE, 64), g.ints(TABLE, ROWS), g.ops().constant(0))
                .build());
    all.put("GatherNd", g -> g.op("GatherNd", g.floats(TABLE, 64), g.ints(TABLE, ROWS, 1)).build());
    all.put(
        "ResourceGather",
        g ->
            g.op("ResourceGather", g.variable(TABLE, 64), g.ints(TABLE, ROWS))
                .attr("dtype", DType.FLOAT32)
                .build());
    all.put(
        "ResourceScatterAdd",
        g ->
            g.op(
                    "ResourceScatterAdd",
                    g.variable(TABLE, 64),
                    g.ints(TABLE, ROWS),
                    g.floats(ROWS, 64))
                .build());
    all.put(
        "ScatterNd",
        g ->
            g.op(
                    "ScatterNd",
                    g.ints(TABLE, ROWS, 1),
                    g.floats(ROWS, 64),
                    g.ops().constant(new int[] {TABLE, 64}))
                .build());
    all.put(
        "TensorScatterAdd",
        g ->
            g.op(
                    "TensorScatterAdd",
                    g.floats(TABLE, 64),
                    g.ints(TABLE, ROWS, 1),
                    g.floats(ROWS, 64))
                .build());
  }

  private static void movement(Map<String, Build> all) {
    all.put(
        "Transpose",
        g -> g.op("Transpose", g.floats(K, K), g.ops().constant(new int[] {1, 0})).build());
    all.put(
        "Transpose/NCHW",
        g ->
            g.op("Transpose", g.floats(16, 32, 32, 64), g.ops().constant(new int[] {0, 3, 1, 2}))
                .build());
    all.put("Pad", g -> g.op("Pad", g.floats(K, K), g.pairs(1, 1, 1, 1)).build());
    all.put(
        "Pad/image",
        g -> g.op("Pad", g.floats(16, 32, 32, 64), g.pairs(0, 0, 1, 1, 1, 1, 0, 0)).build());
    all.put(
        "MirrorPad",
        g ->
            g.op("MirrorPad", g.floats(K, K), g.pairs(1, 1, 1, 1)).attr("mode", "REFLECT").build());
    all.put(
        "ConcatV2", g -> join(g, g.op("ConcatV2"), 2, K, K / 2).input(g.ops().constant(1)).build());
    all.put(
        "ConcatV2/64",
        g -> join(g, g.op("ConcatV2"), 4, ROWS, 16).input(g.ops().constant(1)).build());
    all.put("Pack", g -> join(g, g.op("Pack"), 4, ROWS, 16).attr("axis", 1).build());
    all.put(
        "Split",
        g -> g.op("Split", g.ops().constant(1), g.floats(K, K)).attr("num_split", 4).build());
    all.put(
        "Split/64",
        g -> g.op("Split", g.ops().constant(1), g.floats(ROWS, 64)).attr("num_split", 4).build());
    all.put(
        "Unpack",
        g -> g.op("Unpack", g.floats(ROWS, 4, 16)).attr("axis", 1).attr("num", 4).build());
    all.put(
        "Slice",
        g ->
            g.op(
                    "Slice",
                    g.floats(K, K),
                    g.ops().constant(new int[] {1, 1}),
                    g.ops().constant(new int[] {K - 2, K - 2}))
                .build());
    all.put(
        "StridedSlice",
        g ->
            g.op(
                    "StridedSlice",
                    g.floats(K, 2 * K),
                    g.ops().constant(new int[] {0, 0}),
                    g.ops().constant(new int[] {K, 2 * K}),
                    g.ops().constant(new int[] {1, 2}))
                .build());
    all.put(
        "Tile", g -> g.op("Tile", g.floats(K, 64), g.ops().constant(new int[] {1, 16})).build());
    all.put(
        "ReverseV2",
        g -> g.op("ReverseV2", g.floats(K, K), g.ops().constant(new int[] {1})).build());
    all.put(
        "OneHot",
        g ->
            g.op(
                    "OneHot",
                    g.ints(K, K),
                    g.ops().constant(K),
                    g.ops().constant(1f),
                    g.ops().constant(0f))
                .build());
  }

  private static void casts(Map<String, Build> all) {
    DType[][] casts = {
      {DType.FLOAT32, DType.BFLOAT16},
      {DType.BFLOAT16, DType.FLOAT32},
      {DType.FLOAT32, DType.FLOAT16},
      {DType.FLOAT16, DType.FLOAT32},
      {DType.FLOAT32, DType.INT32},
      {DType.FLOAT32, DType.BOOL}
    };
    for (DType[] cast : casts) {
      all.put(
          "Cast/" + cast[0] + "-" + cast[1],
          g -> g.op("Cast", g.numbers(cast[0], M)).attr("DstT", cast[1]).build());
    }
    all.put(
        "Cast/bool-float32", g -> g.op("Cast", g.truths(M)).attr("DstT", DType.FLOAT32).build());
    all.put(
        "Bitcast",
        g -> g.op("Bitcast", g.floats(M)).attr("type", AttrValue.of(DType.INT32)).build());
  }

  private static NodeBuilder join(OpGraph g, NodeBuilder op, int count, long... sizes) {
    List<Output> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(g.floats(sizes));
    }
    return op.inputList(values);
  }
}
