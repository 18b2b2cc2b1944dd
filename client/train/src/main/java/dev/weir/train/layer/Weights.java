package dev.weir.train.layer;

import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import dev.weir.train.Precision;

/** Makes the variables of layers, in the types that the model's precision asks for. */
final class Weights {
  private Weights() {}

  /** A trained variable as it is used, in this type. */
  static Output trained(Model model, String name, Initializer start, Shape shape, DType used) {
    DType stored = model.precision().stored(used);
    GraphVariable variable =
        model.variable(name, stored, shape, there -> start.of(there, shape, stored));
    return Precision.as(model.ops(), variable, used);
  }
}
