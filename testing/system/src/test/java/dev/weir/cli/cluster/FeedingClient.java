package dev.weir.cli.cluster;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;

/** A client that feeds a large tensor again and again: {@code TARGET}. */
final class FeedingClient {
  private static final int FLOATS = 100_000_000;

  private FeedingClient() {}

  public static void main(String[] arguments) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(FLOATS));
    Output size = ops.array.size(x);
    Tensor large = Tensors.zeros(DType.FLOAT32, Shape.of(FLOATS));
    try (Session session = Session.connect(arguments[0], graph)) {
      System.err.println("feeding");
      while (true) {
        session.runner().feed(x, large).fetch(size).run();
      }
    }
  }
}
