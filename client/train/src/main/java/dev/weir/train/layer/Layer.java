package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.train.Model;

/**
 * A part of a model. A layer is only a description: each time it is applied it makes variables of
 * its own, unless it is {@link #shared}.
 */
@FunctionalInterface
public interface Layer {
  /** Builds the layer. */
  Output apply(Model model, Operand x);

  /** This layer, then another. */
  default Layer then(Layer next) {
    return (model, x) -> next.apply(model, apply(model, x));
  }

  /** This layer, with the same variables wherever it is applied in a model. */
  default Layer shared() {
    return Shared.of(this);
  }

  /** This layer, with its inner values computed once more for gradients rather than kept. */
  default Layer recomputed() {
    return Recompute.of(this);
  }
}
