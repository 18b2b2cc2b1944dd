package dev.weir.bench.suite;

import static dev.weir.bench.suite.OpCases.K;
import static dev.weir.bench.suite.OpCases.M;
import static dev.weir.bench.suite.OpCases.ROWS;

import dev.weir.bench.suite.OpCases.Build;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import java.util.List;
import java.util.Map;

/** What networks are made of beside products: images, sums, and layers of several ops. */
final class LayerCases {
  private LayerCases() {}

  static void addTo(Map<String, Build> all) {
    images(all);
    reductions(all);
    chains(all);
  }

  private static void images(Map<String, Build> all) {
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

  private static void reductions(Map<String, Build> all) {
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
