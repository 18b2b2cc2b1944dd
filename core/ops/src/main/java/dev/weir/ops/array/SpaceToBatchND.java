package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/**
 * Pads a tensor with zeros, cuts it into blocks along the dimensions after the first and moves the
 * positions within a block to the first dimension, the batch.
 */
final class SpaceToBatchND extends BlockMove {
  SpaceToBatchND() {
    super(
        "SpaceToBatchND(input: T, block_shape: Tblock_shape, paddings: Tpaddings) -> (output: T)"
            + " T:type; Tblock_shape:type=int32 in [int32, int64]; Tpaddings:type=int32 in [int32,"
            + " int64];",
        true,
        false);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("BatchToSpaceND")
                .input(context.gradient())
                .input(context.input(1))
                .input(context.input(2))
                .build()
                .output(0));
  }
}
