package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/** Undoes {@code SpaceToBatch}: moves batch positions back into images, and crops them. */
final class BatchToSpace extends BlockMove {
  BatchToSpace() {
    super(
        "BatchToSpace(input: T, crops: Tidx) -> (output: T) T:type; block_size:int >=2;"
            + " Tidx:type=int32 in [int32, int64];",
        false,
        true);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("SpaceToBatch")
                .input(context.gradient())
                .input(context.input(1))
                .attr("block_size", context.node().attrs().integer("block_size"))
                .build()
                .output(0));
  }
}
