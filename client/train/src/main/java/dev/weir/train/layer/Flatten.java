package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;

/** All dimensions but the first as one. */
public record Flatten() implements Layer {
  @Override
  public Output apply(Model model, Operand x) {
    Shape shape = x.shape();
    long width = 1;
    for (int d = 1; shape.hasRank() && d < shape.rank(); d++) {
      width = shape.size(d) == Shape.UNKNOWN_SIZE ? -1 : width * shape.size(d);
      if (width < 0) {
        break;
      }
    }
    if (!shape.hasRank() || width < 0) {
      throw WeirException.invalidArgument(
          "to flatten, all sizes but the first must be known, got %s", x.asOutput());
    }
    int[] sizes = {-1, Math.toIntExact(width)};
    return model.ops().array.reshape(x, model.ops().constant(sizes));
  }
}
