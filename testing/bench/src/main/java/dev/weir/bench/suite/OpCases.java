package dev.weir.bench.suite;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@link OpTimes} measures; every case has a million elements on one side at least. */
final class OpCases {
  /** Adds the node to measure to a graph. */
  interface Build {
    Node node(OpGraph graph);
  }

  /** By name: the op, and what is special about its inputs. */
  static final Map<String, Build> ALL = all();

  private static final int M = 1 << 20;
  private static final int K = 1 << 10;

  /** Rows of 64 elements. */
  private static final int ROWS = M / 64;

  /** Rows of a table that rows are taken from and added to. */
  private static final int TABLE = 10_000;

  private OpCases() {}

  private static Map<String, Build> all() {
    OpCases cases = new OpCases();
    Map<String, Build> all = new LinkedHashMap<>();
    cases.functions(all);
    cases.gradients(all);
    cases.broadcasts(all);
    cases.rows(all);
    cases.images(all);
    cases.random(all);
    cases.movement(all);
    cases.reductions(all);
    cases.casts(all);
    cases.chains(all);
    NetworkCases.addTo(all);
    OptimizerCases.addTo(all);
    return all;
  }

  private void functions(Map<String, Build> all) {
    for (String op :
        List.of(
            "Softplus",
            "Softsign",
            "Elu",
            "Selu",
            "LeakyRelu",
            "Relu6",
            "Expm1",
            "Erf",
            "Sign",
            "Floor",
            "Round",
            "Sin",
            "Cos",
            "IsFinite",
            "IsNan",
            "IsInf")) {
      all.put(op, g -> g.op(op, g.floats(M)).build());
    }
    for (String op : List.of("Log1p", "Rsqrt", "Reciprocal", "Square")) {
      all.put(op, g -> g.op(op, g.positive(M)).build());
    }
    for (String op : List.of("LogicalAnd", "LogicalOr")) {
      all.put(op, g -> g.op(op, g.truths(M), g.truths(M)).build());
    }
    all.put("LogicalNot", g -> g.op("LogicalNot", g.truths(M)).build());
    for (String op : List.of("Less", "Equal", "SquaredDifference", "FloorMod")) {
      all.put(op, g -> g.op(op, g.floats(M), g.positive(M)).build());
    }
    for (String op : List.of("Pow", "DivNoNan", "Xlogy")) {
      all.put(op, g -> g.op(op, g.positive(M), g.positive(M)).build());
    }
    all.put("Pow/cube", g -> g.op("Pow", g.floats(M), g.ops().constant(3f)).build());
    all.put(
        "AddN/4",
        g ->
            g.op("AddN")
                .inputList(List.of(g.floats(M), g.floats(M), g.floats(M), g.floats(M)))
                .build());
  }

  private void gradients(Map<String, Build> all) {
    for (String op :
        List.of(
            "SoftplusGrad",
            "SoftsignGrad",
            "EluGrad",
            "SeluGrad",
            "LeakyReluGrad",
            "Relu6Grad",
            "ReluGrad",
            "RsqrtGrad",
            "SqrtGrad",
            "TanhGrad",
            "SigmoidGrad",
            "ReciprocalGrad")) {
      all.put(op, g -> g.op(op, g.floats(M), g.floats(M)).build());
    }
    all.put("BiasAddGrad", g -> g.op("BiasAddGrad", g.floats(ROWS, 64)).build());
  }

  private void broadcasts(Map<String, Build> all) {
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
    all.put("Sub/column", g -> g.op("Sub", g.floats(ROWS, 64), g.floats(ROWS, 1)).build());
    all.put("Mul/row", g -> g.op("Mul", g.floats(ROWS, 64), g.floats(64)).build());
    all.put("Mul/middle", g -> g.op("Mul", g.floats(16, 64, K), g.floats(16, 1, K)).build());
    all.put(
        "BroadcastTo",
        g -> g.op("BroadcastTo", g.floats(K, 1), g.ops().constant(new int[] {K, K})).build());
  }

  private void rows(Map<String, Build> all) {
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
    for (String op : List.of("UnsortedSegmentSum", "UnsortedSegmentMax")) {
      all.put(
          op,
          g -> g.op(op, g.floats(ROWS, 64), g.ints(TABLE, ROWS), g.ops().constant(TABLE)).build());
    }
    for (String op : List.of("SegmentSum", "SegmentMean")) {
      all.put(op, g -> g.op(op, g.floats(ROWS, 64), g.sortedInts(TABLE, ROWS)).build());
    }
    all.put(
        "SparseSegmentSum",
        g ->
            g.op(
                    "SparseSegmentSum",
                    g.floats(TABLE, 64),
                    g.ints(TABLE, ROWS),
                    g.sortedInts(TABLE, ROWS))
                .build());
  }

  private void images(Map<String, Build> all) {
    all.put("LRN", g -> g.op("LRN", g.floats(16, 32, 32, 64)).build());
    all.put(
        "LRNGrad",
        g ->
            g.op(
                    "LRNGrad",
                    g.floats(16, 32, 32, 64),
                    g.floats(16, 32, 32, 64),
                    g.floats(16, 32, 32, 64))
                .build());
    for (String op : List.of("ResizeBilinear", "ResizeNearestNeighbor")) {
      all.put(
          op,
          g ->
              g.op(op, g.floats(4, 64, 64, 16), g.ops().constant(new int[] {128, 128}))
                  .attr("half_pixel_centers", true)
                  .build());
    }
    all.put(
        "ResizeBilinearGrad",
        g ->
            g.op("ResizeBilinearGrad", g.floats(4, 128, 128, 16), g.floats(4, 64, 64, 16))
                .attr("half_pixel_centers", true)
                .build());
    all.put(
        "ResizeNearestNeighborGrad",
        g ->
            g.op(
                    "ResizeNearestNeighborGrad",
                    g.floats(4, 128, 128, 16),
                    g.ops().constant(new int[] {64, 64}))
                .attr("half_pixel_centers", true)
                .build());
  }

  private void random(Map<String, Build> all) {
    for (String op : List.of("RandomUniform", "RandomStandardNormal", "TruncatedNormal")) {
      all.put(
          op,
          g ->
              g.op(op, g.ops().constant(new int[] {M}))
                  .attr("dtype", DType.FLOAT32)
                  .attr("seed", 1)
                  .attr("seed2", 2)
                  .build());
    }
    for (String op : List.of("StatelessRandomUniform", "StatelessRandomNormal")) {
      all.put(
          op,
          g ->
              g.op(op, g.ops().constant(new int[] {M}), g.ops().constant(new int[] {1, 2}))
                  .attr("dtype", DType.FLOAT32)
                  .build());
    }
    all.put(
        "StatelessRandomUniformV2",
        g ->
            g.op(
                    "StatelessRandomUniformV2",
                    g.ops().constant(new int[] {M}),
                    unsigned(g, g.ops().constant(new long[] {1})),
                    unsigned(g, g.ops().constant(new long[] {1, 2})),
                    g.ops().constant(1))
                .attr("dtype", DType.FLOAT32)
                .build());
    all.put(
        "RandomUniformInt",
        g ->
            g.op(
                    "RandomUniformInt",
                    g.ops().constant(new int[] {M}),
                    g.ops().constant(0),
                    g.ops().constant(1000))
                .attr("seed", 1)
                .attr("seed2", 2)
                .build());
  }

  private static Output unsigned(OpGraph g, Output value) {
    return g.op("Bitcast", value).attr("type", DType.UINT64).build().output(0);
  }

  private void movement(Map<String, Build> all) {
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

  private static NodeBuilder join(OpGraph g, NodeBuilder op, int count, long... sizes) {
    List<Output> values = new java.util.ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(g.floats(sizes));
    }
    return op.inputList(values);
  }

  private void reductions(Map<String, Build> all) {
    for (String op : List.of("ArgMax", "Cumsum", "Sum", "Mean", "Max")) {
      all.put(op, g -> g.op(op, g.floats(K, K), g.ops().constant(1)).build());
      all.put(op + "/columns", g -> g.op(op, g.floats(K, K), g.ops().constant(0)).build());
    }
    all.put("Sum/short", g -> g.op("Sum", g.floats(ROWS, 64), g.ops().constant(1)).build());
    all.put("TopKV2", g -> g.op("TopKV2", g.floats(K, K), g.ops().constant(5)).build());
    all.put("All", g -> g.op("All", g.truths(K, K), g.ops().constant(1)).build());
    all.put("Softmax", g -> g.op("Softmax", g.floats(K, K)).build());
    all.put("LogSoftmax", g -> g.op("LogSoftmax", g.floats(K, K)).build());
    all.put("L2Loss", g -> g.op("L2Loss", g.floats(M)).build());
  }

  private void casts(Map<String, Build> all) {
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
    for (DType dtype : List.of(DType.BFLOAT16, DType.FLOAT16)) {
      all.put(
          "AddV2/" + dtype, g -> g.op("AddV2", g.numbers(dtype, M), g.numbers(dtype, M)).build());
      all.put("Relu/" + dtype, g -> g.op("Relu", g.numbers(dtype, M)).build());
    }
    all.put(
        "Bitcast",
        g -> g.op("Bitcast", g.floats(M)).attr("type", AttrValue.of(DType.INT32)).build());
  }

  /** What layers are made of where there is no op for it. */
  private void chains(Map<String, Build> all) {
    all.put("layer-norm", OpCases::layerNorm);
    all.put("dropout", OpCases::dropout);
    all.put("gelu", OpCases::gelu);
  }

  private static Node layerNorm(OpGraph g) {
    Output x = g.floats(K, K);
    Output mean = mean(g, x);
    Output variance = mean(g, g.value("SquaredDifference", x, mean));
    Output scale = g.value("Rsqrt", g.value("AddV2", variance, g.ops().constant(1e-3f)));
    Output normal = g.value("Mul", g.value("Sub", x, mean), scale);
    return g.op("AddV2", g.value("Mul", normal, g.floats(K)), g.floats(K)).build();
  }

  private static Output mean(OpGraph g, Output x) {
    return g.op("Mean", x, g.ops().constant(1)).attr("keep_dims", true).build().output(0);
  }

  private static Node dropout(OpGraph g) {
    Output x = g.floats(K, K);
    Output noise =
        g.op("RandomUniform", g.ops().constant(new int[] {K, K}))
            .attr("dtype", DType.FLOAT32)
            .attr("seed", 1)
            .attr("seed2", 2)
            .build()
            .output(0);
    Output isKept = g.value("GreaterEqual", noise, g.ops().constant(0.5f));
    Output scaled = g.value("Mul", x, g.ops().constant(2f));
    return g.op("SelectV2", isKept, scaled, g.ops().constant(0f)).build();
  }

  /** By the hyperbolic tangent. */
  private static Node gelu(OpGraph g) {
    Output x = g.floats(M);
    Output cube = g.value("Pow", x, g.ops().constant(3f));
    Output sum = g.value("AddV2", x, g.value("Mul", g.ops().constant(0.044715f), cube));
    Output tanh = g.value("Tanh", g.value("Mul", g.ops().constant(0.7978846f), sum));
    Output share = g.value("AddV2", g.ops().constant(1f), tanh);
    return g.op("Mul", g.value("Mul", g.ops().constant(0.5f), x), share).build();
  }
}
