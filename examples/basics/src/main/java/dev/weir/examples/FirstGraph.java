package dev.weir.examples;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;

/** A layer of a neural network: built once, run with whatever is fed to it. */
public final class FirstGraph {
  private FirstGraph() {}

  public static void main(String[] arguments) {
    Graph graph = layer();
    try (Session session = Session.open(graph)) {
      Tensor batch = Tensors.of(Shape.of(2, 3), 1f, 2f, 3f, -1f, -2f, -3f);
      Tensor y = session.runner().feed("x", batch).run("y");
      System.out.println(y);
    }
  }

  /** {@code y = relu(x w + b)} for any number of rows. */
  static Graph layer() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 3));
    Output w = ops.withName("w").constant(Tensors.of(Shape.of(3, 2), 1f, 2f, 3f, 4f, 5f, 6f));
    Output b = ops.withName("b").constant(new float[] {0.5f, -0.5f});
    Output sum = ops.math.add(ops.linalg.matMul(x, w), b);
    ops.withName("y").nn.relu(sum);
    return graph;
  }
}
