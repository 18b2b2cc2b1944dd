package dev.weir.ops.array;

/** Undoes {@code SpaceToDepth}: spreads groups of channels over squares of the image. */
final class DepthToSpace extends DepthMove {
  DepthToSpace() {
    super(
        "DepthToSpace(input: T) -> (output: T) T:type; block_size:int >=2;"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\", \"NCHW_VECT_C\"];",
        false);
  }
}
