package dev.weir.train.layer;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.train.Model;
import java.util.List;

/** Layers one after the other. */
public record Sequential(List<Layer> layers) implements Layer {
  public Sequential {
    layers = List.copyOf(layers);
  }

  public static Sequential of(Layer... layers) {
    return new Sequential(List.of(layers));
  }

  @Override
  public Output apply(Model model, Operand x) {
    Output current = x.asOutput();
    for (Layer layer : layers) {
      current = layer.apply(model, current);
    }
    return current;
  }
}
