package dev.weir.graph;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/** Anything that can be the input of a node: an output, or a node with just one. */
public interface Operand {
  /** The output it stands for. */
  Output asOutput();

  /** The type of its elements. */
  default DType dtype() {
    return asOutput().node().outputDtype(asOutput().index());
  }

  /** What is known of its shape before the graph runs. */
  default Shape shape() {
    return asOutput().node().outputShape(asOutput().index());
  }
}
