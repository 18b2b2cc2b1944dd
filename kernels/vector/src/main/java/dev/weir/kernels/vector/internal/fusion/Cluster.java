package dev.weir.kernels.vector.internal.fusion;

import dev.weir.graph.Attributes;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.NodeKind;
import dev.weir.graph.PartialValue;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.Signature;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that are one kernel, in a graph of their own, so that they do not keep the one they were
 * taken from.
 *
 * @param inputs placeholders for what the cluster takes
 * @param nodes the nodes, in order; what they take besides is constant
 * @param isRow for each node, whether its result has one number for each row
 * @param axes how many dimensions, the last ones, are reduced; 0 if none
 * @param outputs what is needed outside
 */
record Cluster(
    List<Node> inputs,
    List<Node> nodes,
    List<Role> roles,
    List<Boolean> isRow,
    int axes,
    List<Node> outputs) {
  Cluster {
    inputs = List.copyOf(inputs);
    nodes = List.copyOf(nodes);
    roles = List.copyOf(roles);
    isRow = List.copyOf(isRow);
    outputs = List.copyOf(outputs);
  }

  DType dtype() {
    return nodes.getFirst().outputDtype(0);
  }

  /**
   * The shapes of all inputs and nodes, by the rules of the nodes, whose errors name them.
   *
   * @param given the shapes of the inputs
   */
  Map<Node, Shape> shapes(List<Shape> given) {
    Map<Node, Shape> shapes = new HashMap<>();
    for (int i = 0; i < inputs.size(); i++) {
      shapes.put(inputs.get(i), given.get(i));
    }
    for (Node node : nodes) {
      try {
        shapes.put(node, node.op().inferShapes(new View(node, shapes)).getFirst());
      } catch (RuntimeException e) {
        throw node.located(ShapeContext.refusal(e));
      }
    }
    return shapes;
  }

  /** What the shape function of a node in the cluster sees. */
  private record View(Node node, Map<Node, Shape> shapes) implements ShapeContext {
    @Override
    public int inputCount() {
      return node.inputCount();
    }

    @Override
    public Shape input(int i) {
      return shapes.getOrDefault(node.input(i).node(), node.input(i).shape());
    }

    @Override
    public DType inputDtype(int i) {
      return node.input(i).dtype();
    }

    @Override
    public Attributes attrs() {
      return node.attrs();
    }

    @Override
    public @Nullable Tensor constant(int i) {
      Node producer = node.input(i).node();
      return producer.op().kind() == NodeKind.CONSTANT ? producer.attrs().tensor("value") : null;
    }

    @Override
    public @Nullable PartialValue partialValue(int i) {
      Tensor constant = constant(i);
      return constant == null ? null : PartialValue.of(constant);
    }

    @Override
    public Node.@Nullable HandleData handle(int i) {
      return null;
    }

    @Override
    public @Nullable GraphFunction function(String name) {
      return null;
    }

    @Override
    public Signature signature() {
      return node.op().signature();
    }
  }
}
