package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.train.Model;

/**
 * A part of a model. A layer is only a description: each time it is applied it makes variables of
 * its own.
 */
@FunctionalInterface
public interface Layer {
  /** Builds the layer. */
  Output apply(Model model, Operand x);

  /** This layer, then another. */
  default Layer then(Layer next) {
    return (model, x) -> next.apply(model, apply(model, x));
  }
}
