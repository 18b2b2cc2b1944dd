package dev.weir.graph.kernel;

import dev.weir.graph.Attributes;
import dev.weir.graph.Node;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * The node a kernel is made for: all that is known before it runs.
 *
 * @param op the op's name
 * @param node the node's name
 * @param inputShapes what is known of the shapes of the inputs; kernels must not rely on more
 */
public record KernelSpec(
    String op,
    String node,
    Attributes attrs,
    List<DType> inputDtypes,
    List<DType> outputDtypes,
    List<Shape> inputShapes) {
  /** What a kernel for this node is to be made from. */
  public static KernelSpec of(Node node) {
    DType[] inputDtypes = new DType[node.inputCount()];
    Shape[] inputShapes = new Shape[node.inputCount()];
    for (int i = 0; i < inputDtypes.length; i++) {
      inputDtypes[i] = node.input(i).dtype();
      inputShapes[i] = node.input(i).shape();
    }
    DType[] outputDtypes = new DType[node.outputCount()];
    for (int i = 0; i < outputDtypes.length; i++) {
      outputDtypes[i] = node.outputDtype(i);
    }
    return new KernelSpec(
        node.op().signature().name(),
        node.name(),
        node.attrs(),
        List.of(inputDtypes),
        List.of(outputDtypes),
        List.of(inputShapes));
  }

  /** The element type of an input. */
  public DType inputDtype(int i) {
    return inputDtypes.get(i);
  }

  /** The element type of an output. */
  public DType outputDtype(int i) {
    return outputDtypes.get(i);
  }
}
