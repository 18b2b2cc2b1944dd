package dev.weir.ops.array;

import dev.weir.graph.GradientContext;

/** Tensors joined along dimension {@code axis}; all other sizes must be equal. */
final class ConcatV2 extends Joining {
  ConcatV2() {
    super(
        "ConcatV2(values: N*T, axis: Tidx) -> (output: T) N:int >=2; T:type; Tidx:type=int32 in"
            + " [int32, int64];",
        -1,
        0);
  }

  @Override
  public void gradient(GradientContext context) {
    gradient(context, context.node().inputCount() - 1, 0);
  }
}
