package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/**
 * Pads images with zeros, cuts them into squares of {@code block_size} and moves the positions
 * within a square to the batch.
 */
final class SpaceToBatch extends BlockMove {
  SpaceToBatch() {
    super(
        "SpaceToBatch(input: T, paddings: Tpaddings) -> (output: T) T:type; Tpaddings:type=int32 in"
            + " [int32, int64]; block_size:int >=2;",
        true,
        true);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("BatchToSpace")
                .input(context.gradient())
                .input(context.input(1))
                .attr("block_size", context.node().attrs().integer("block_size"))
                .build()
                .output(0));
  }
}
