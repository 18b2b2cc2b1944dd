package dev.weir.bench.suite;

import static dev.weir.bench.suite.NetworkCases.name;
import static dev.weir.bench.suite.OpCases.K;
import static dev.weir.bench.suite.OpCases.M;
import static dev.weir.bench.suite.OpCases.ROWS;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/** Layers of networks: normalization, sums, and layers of one fused op or of several ops. */
final class LayerCases {
  private LayerCases() {}

  static void addTo(Map<String, Build> all) {
    for (DType dtype : List.of(DType.FLOAT32, DType.FLOAT16, DType.BFLOAT16)) {
      norms(all, dtype);
      batchNorms(all, dtype);
    }
    fused(all);
    reductions(all);
    chains(all);
  }

  private static void norms(Map<String, Build> all, DType dtype) {
    all.put(name("LRN", dtype), g -> g.op("LRN", g.numbers(dtype, 16, 32, 32, 64)).build());
    all.put(
        name("LRNGrad", dtype),
        g ->
            g.op(
                    "LRNGrad",
                    g.numbers(dtype, 16, 32, 32, 64),
                    g.numbers(dtype, 16, 32, 32, 64),
                    g.numbers(dtype, 16, 32, 32, 64))
                .build());
  }

  /** The older twins have what the newest has, but for one result of the GPU. */
  private static void batchNorms(Map<String, Build> all, DType dtype) {
    for (String version : List.of("", "V2", "V3")) {
      if (!version.isEmpty() || dtype == DType.FLOAT32) {
        batchNorms(all, dtype, version);
      }
    }
  }

  private static void batchNorms(Map<String, Build> all, DType dtype, String version) {
    for (boolean isTraining : new boolean[] {true, false}) {
      all.put(
          name("FusedBatchNorm" + version, dtype) + (isTraining ? "" : "-inference"),
          g -> batchNorm(g, "FusedBatchNorm" + version, dtype, isTraining));
    }
    all.put(
        name("FusedBatchNormGrad" + version, dtype),
        g -> batchNormGradient(g, "FusedBatchNormGrad" + version, dtype));
  }

  private static Node batchNorm(OpGraph g, String op, DType dtype, boolean isTraining) {
    // what inference does not compute is left undefined; a sixth result is of a GPU
    g.compareFirst(isTraining ? 5 : 1);
    return g.op(
            op,
            g.numbers(dtype, 16, 32, 32, 64),
            g.floats(64),
            g.floats(64),
            g.floats(64),
            g.positive(64))
        .attr("is_training", isTraining)
        .build();
  }

  private static Node batchNormGradient(OpGraph g, String name, DType dtype) {
    // the others are empty
    g.compareFirst(3);
    // positive, for sums that are large beside their rounding errors
    NodeBuilder op =
        g.op(
            name,
            g.positive(dtype, 16, 32, 32, 64),
            g.numbers(dtype, 16, 32, 32, 64),
            g.floats(64),
            g.floats(64),
            g.positive(64));
    return (name.endsWith("V3") ? op.input(g.floats(64)) : op).build();
  }

  /** What compilers of graphs make of a layer. */
  private static void fused(Map<String, Build> all) {
    AttrValue ops = AttrValue.ofStrings(List.of("BiasAdd", "Relu"));
    all.put(
        "_FusedMatMul",
        g ->
            node(g, "_FusedMatMul", g.floats(512, 512), g.floats(512, 512))
                .inputList(List.of(g.floats(512)))
                .attr("fused_ops", ops)
                .build());
    all.put(
        "_FusedConv2D",
        g ->
            node(g, "_FusedConv2D", g.floats(4, 32, 32, 64), g.floats(3, 3, 64, 64))
                .inputList(List.of(g.floats(64)))
                .inputList(List.of())
                .attr("num_args", 1)
                .attr("strides", AttrValue.ofInts(1, 1, 1, 1))
                .attr("padding", "SAME")
                .attr("fused_ops", ops)
                .build());
  }

  /** A node of an op whose name is none that a node may have. */
  private static NodeBuilder node(OpGraph g, String op, Output a, Output b) {
    return g.graph().node(op, op.substring(1)).input(a).input(b);
  }

  private static void reductions(Map<String, Build> all) {
    for (String op : List.of("Cumsum", "Sum", "Mean", "Max")) {
      all.put(op, g -> g.op(op, g.floats(K, K), g.ops().constant(1)).build());
      all.put(op + "/columns", g -> g.op(op, g.floats(K, K), g.ops().constant(0)).build());
    }
    all.put("Sum/short", g -> g.op("Sum", g.floats(ROWS, 64), g.ops().constant(1)).build());
    all.put("TopKV2", g -> g.op("TopKV2", g.floats(K, K), g.ops().constant(5)).build());
    all.put("Softmax", g -> g.op("Softmax", g.floats(K, K)).build());
    all.put("LogSoftmax", g -> g.op("LogSoftmax", g.floats(K, K)).build());
    all.put("L2Loss", g -> g.op("L2Loss", g.floats(M)).build());
  }

  /** What layers are made of where there is no op for it. */
  private static void chains(Map<String, Build> all) {
    all.put("layer-norm", LayerCases::layerNorm);
    all.put("dropout", LayerCases::dropout);
    all.put("gelu", LayerCases::gelu);
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
