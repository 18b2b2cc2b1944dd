package dev.weir.ops.array;

/** Cuts images into squares of {@code block_size} and moves the positions within to the depth. */
final class SpaceToDepth extends DepthMove {
  SpaceToDepth() {
    super(
        "SpaceToDepth(input: T) -> (output: T) T:type; block_size:int >=2;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\", \"NCHW_VECT_C\"];",
        true);
  }
}
