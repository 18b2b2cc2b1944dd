package dev.weir.ops.array;

import dev.weir.graph.GradientContext;

/** Tensors joined along dimension {@code concat_dim}; all other sizes must be equal. */
final class Concat extends Joining {
  Concat() {
    super("Concat(concat_dim: int32, values: N*T) -> (output: T) N:int >=2; T:type;", 0, 1);
  }

  @Override
  public void gradient(GradientContext context) {
    gradient(context, 0, 1);
  }
}
