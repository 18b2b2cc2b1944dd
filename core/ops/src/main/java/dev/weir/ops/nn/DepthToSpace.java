package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/** Undoes {@code SpaceToDepth}: spreads groups of channels over squares of the image. */
final class DepthToSpace extends DepthMove {
  DepthToSpace() {
    super(
        "DepthToSpace(input: T) -> (output: T) T:type; block_size:int >=2;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\", \"NCHW_VECT_C\"];",
        false);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("SpaceToDepth")
                .input(context.gradient())
                .attr("block_size", context.node().attrs().integer("block_size"))
                .attr("data_format", context.node().attrs().string("data_format"))
                .build()
                .output(0));
  }
}
