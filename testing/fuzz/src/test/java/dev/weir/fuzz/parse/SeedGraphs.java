package dev.weir.fuzz.parse;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;

/** Small graphs that have something of everything: types, shapes, lists, devices, control edges. */
final class SeedGraphs {
  private SeedGraphs() {}

  static List<Graph> all() {
    return List.of(arithmetic(), variable(), strings());
  }

  static Graph arithmetic() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output w = ops.withName("w").constant(new float[] {1, 2});
    Output sum = ops.withName("sum").math.add(x, w);
    ops.withName("y")
        .withControlDependencies(sum.node())
        .withDevice("/device:CPU:0")
        .control
        .identity(sum);
    return graph;
  }

  private static Graph variable() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    GraphVariable v = ops.withName("v").state.variable(ops.constant(new float[] {1, 2}));
    v.assign(ops.math.add(v.read(), ops.constant(1f)));
    ops.io.fifoQueue(
        List.of(DType.INT64, DType.STRING), dev.weir.ops.io.IoOps.QueueOptions.DEFAULT);
    return graph;
  }

  private static Graph strings() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    ops.withName("s").constant(Tensors.vector("a", "\u00e9", ""));
    ops.withName("big").constant(new long[] {Long.MIN_VALUE, Long.MAX_VALUE});
    return graph;
  }
}
