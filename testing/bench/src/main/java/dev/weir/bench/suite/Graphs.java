package dev.weir.bench.suite;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;

/** Graphs without work, for measuring the executors. */
final class Graphs {
  private Graphs() {}

  /** A fed scalar that is handed through so many nodes. */
  static Duel identityChain(int nodes, int threads) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output input = ops.placeholder(DType.FLOAT32, Shape.scalar());
    Output last = input;
    for (int i = 0; i < nodes; i++) {
      last = ops.control.identity(last);
    }
    return new Duel(graph, threads).feed(input, Tensors.scalar(1f)).fetch(last);
  }

  /** So many nodes that wait for nothing, and one that waits for them all. */
  static Duel noOpFan(int nodes, int threads) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Node[] fan = new Node[nodes];
    for (int i = 0; i < nodes; i++) {
      fan[i] = ops.control.noOp();
    }
    Node join = ops.withControlDependencies(fan).control.noOp();
    return new Duel(graph, threads).target(join);
  }
}
