package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/** Undoes {@code SpaceToBatchND}: moves batch positions back into blocks, and crops. */
final class BatchToSpaceND extends BlockMove {
  BatchToSpaceND() {
    super(
        "BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops) -> (output: T) T:type;"
            + " Tblock_shape:type=int32 in [int32, int64]; Tcrops:type=int32 in [int32, int64];",
        false,
        false);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("SpaceToBatchND")
                .input(context.gradient())
                .input(context.input(1))
                .input(context.input(2))
                .build()
                .output(0));
  }
}
