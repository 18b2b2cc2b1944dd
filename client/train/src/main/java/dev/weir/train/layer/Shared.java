package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.train.Model;
import dev.weir.train.Sharing;

/**
 * A layer that has the same variables wherever it is applied: the first time it makes them, then it
 * takes what it is given through them too. For one model.
 */
public final class Shared implements Layer {
  private final Layer layer;
  private final Sharing variables = Sharing.create();

  private Shared(Layer layer) {
    this.layer = layer;
  }

  public static Shared of(Layer layer) {
    return new Shared(layer);
  }

  @Override
  public Output apply(Model model, Operand x) {
    return layer.apply(model.sharing(variables), x);
  }
}
