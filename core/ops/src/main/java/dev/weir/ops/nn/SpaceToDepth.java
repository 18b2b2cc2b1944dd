package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.ops.support.GradientOps;

/** Cuts images into squares of {@code block_size} and moves the positions within to the depth. */
final class SpaceToDepth extends DepthMove {
  SpaceToDepth() {
    super(
        "SpaceToDepth(input: T) -> (output: T) T:type; block_size:int >=2;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\", \"NCHW_VECT_C\"];",
        true);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () ->
            on.node("DepthToSpace")
                .input(context.gradient())
                .attr("block_size", context.node().attrs().integer("block_size"))
                .attr("data_format", context.node().attrs().string("data_format"))
                .build()
                .output(0));
  }
}
