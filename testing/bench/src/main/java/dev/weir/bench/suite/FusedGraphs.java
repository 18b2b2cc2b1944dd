package dev.weir.bench.suite;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Graphs of small ops, as programs and converters write them, that a compiler can fuse. */
final class FusedGraphs {
  /** What a step runs. */
  record Parts(OpGraph graph, List<Output> fetches, List<Node> targets) {
    static Parts fetching(OpGraph graph, Output... fetches) {
      return new Parts(graph, List.of(fetches), List.of());
    }
  }

  /** Builds a graph. */
  interface Build {
    Parts parts();
  }

  /** By name. */
  static final Map<String, Build> ALL = all();

  private FusedGraphs() {}

  private static Map<String, Build> all() {
    Map<String, Build> all = new LinkedHashMap<>();
    all.put("fused-chain", () -> chain(4 << 20));
    all.put("fused-chain/64K", () -> chain(64 << 10));
    all.put("layer-norm", () -> layerNorm(4096, 512));
    all.put("softmax-chain", () -> softmax(2048, 1000));
    all.put("attention", FusedGraphs::attention);
    all.put("adam-update", FusedGraphs::adam);
    all.put("gru", FusedGraphs::gru);
    all.put("mlp-small", FusedGraphs::mlp);
    return all;
  }

  /** Eight ops on tensors of one shape, limited by memory. */
  private static Parts chain(long size) {
    OpGraph g = new OpGraph();
    Output x = g.floats(size);
    Output y = g.floats(size);
    Output sum = g.value("AddV2", g.value("Mul", x, y), x);
    Output positive = g.value("Maximum", sum, g.value("Neg", y));
    Output square = g.value("Square", g.value("Sub", positive, x));
    Output result = g.value("Minimum", g.value("Mul", square, g.ops().constant(0.5f)), sum);
    return Parts.fetching(g, result);
  }

  private static Output reduce(OpGraph g, String op, Output operand) {
    return g.op(op, operand, g.ops().constant(new int[] {-1}))
        .attr("keep_dims", AttrValue.of(true))
        .build()
        .output(0);
  }

  private static Output softmax(OpGraph g, Output x) {
    Output exp = g.value("Exp", g.value("Sub", x, reduce(g, "Max", x)));
    return g.value("RealDiv", exp, reduce(g, "Sum", exp));
  }

  private static Parts softmax(long rows, long columns) {
    OpGraph g = new OpGraph();
    return Parts.fetching(g, softmax(g, g.floats(rows, columns)));
  }

  private static Output layerNorm(OpGraph g, Output x, Output gamma, Output beta) {
    Output mean = reduce(g, "Mean", x);
    Output variance = reduce(g, "Mean", g.value("SquaredDifference", x, mean));
    Output scale = g.value("Rsqrt", g.value("AddV2", variance, g.ops().constant(1e-5f)));
    Output normal = g.value("Mul", g.value("Sub", x, mean), scale);
    return g.value("AddV2", g.value("Mul", normal, gamma), beta);
  }

  private static Parts layerNorm(long rows, long columns) {
    OpGraph g = new OpGraph();
    Output x = g.floats(rows, columns);
    return Parts.fetching(g, layerNorm(g, x, g.floats(columns), g.floats(columns)));
  }

  /** Eight heads of 64 over 128 positions, with a mask and a softmax of small ops. */
  private static Parts attention() {
    OpGraph g = new OpGraph();
    long batch = 4;
    long heads = 8;
    long length = 128;
    long size = 64;
    Output query = g.floats(batch, heads, length, size);
    Output key = g.floats(batch, heads, length, size);
    Output value = g.floats(batch, heads, length, size);
    Output mask = g.floats(batch, 1, 1, length);
    Output scores = g.op("BatchMatMulV2", query, key).attr("adj_y", true).build().output(0);
    Output scaled = g.value("Mul", scores, g.ops().constant(0.125f));
    Output weights = softmax(g, g.value("AddV2", scaled, mask));
    return Parts.fetching(g, g.value("BatchMatMulV2", weights, value));
  }

  /** Adam's rule for a variable of a million weights, of small ops. */
  private static Parts adam() {
    OpGraph g = new OpGraph();
    long size = 1 << 20;
    Output weights = g.variable(size);
    Output firsts = g.variable(size);
    Output seconds = g.variable(size);
    Output gradient = g.floats(size);
    Output first = average(g, read(g, firsts), gradient, 0.9f);
    Output second = average(g, read(g, seconds), g.value("Square", gradient), 0.999f);
    Output root = g.value("AddV2", g.value("Sqrt", second), g.ops().constant(1e-7f));
    Output step = g.value("RealDiv", g.value("Mul", first, g.ops().constant(1e-3f)), root);
    Output result = g.value("Sub", read(g, weights), step);
    List<Node> targets = new ArrayList<>();
    targets.add(g.op("AssignVariableOp", firsts, first).build());
    targets.add(g.op("AssignVariableOp", seconds, second).build());
    targets.add(g.op("AssignVariableOp", weights, result).build());
    return new Parts(g, List.of(), targets);
  }

  private static Output read(OpGraph g, Output handle) {
    return g.op("ReadVariableOp", handle).attr("dtype", DType.FLOAT32).build().output(0);
  }

  private static Output average(OpGraph g, Output old, Output next, float decay) {
    Output kept = g.value("Mul", old, g.ops().constant(decay));
    return g.value("AddV2", kept, g.value("Mul", next, g.ops().constant(1 - decay)));
  }

  /** Eight steps of a GRU of 256 units, batch 64, its gates as ops. */
  private static Parts gru() {
    OpGraph g = new OpGraph();
    long batch = 64;
    long units = 256;
    Output state = g.floats(batch, units);
    Output gateWeights = scaled(g, units, 2 * units);
    Output nextWeights = scaled(g, units, units);
    Output one = g.ops().constant(1f);
    for (int step = 0; step < 8; step++) {
      Output gates = g.value("AddV2", g.value("MatMul", state, gateWeights), g.floats(2 * units));
      Output reset = g.value("Sigmoid", half(g, gates, 0, units));
      Output update = g.value("Sigmoid", half(g, gates, units, units));
      Output product = g.value("MatMul", g.value("Mul", reset, state), nextWeights);
      Output candidate = g.value("Tanh", g.value("AddV2", product, g.floats(units)));
      Output kept = g.value("Mul", update, state);
      state = g.value("AddV2", kept, g.value("Mul", g.value("Sub", one, update), candidate));
    }
    return Parts.fetching(g, state);
  }

  private static Output scaled(OpGraph g, long rows, long columns) {
    return g.value("Mul", g.floats(rows, columns), g.ops().constant(0.02f));
  }

  private static Output half(OpGraph g, Output gates, long from, long size) {
    Output begin = g.ops().constant(Tensors.vector(0, (int) from));
    return g.value("Slice", gates, begin, g.ops().constant(Tensors.vector(-1, (int) size)));
  }

  /** A network of three layers of 64 for a batch of 32, and its softmax of small ops. */
  private static Parts mlp() {
    OpGraph g = new OpGraph();
    Output x = g.floats(32, 64);
    for (int layer = 0; layer < 3; layer++) {
      Output product = g.value("MatMul", x, g.floats(64, 64));
      Output sum = g.value("AddV2", product, g.floats(64));
      x = g.value("Mul", sum, g.value("Sigmoid", sum));
    }
    return Parts.fetching(g, softmax(g, x));
  }
}
