package dev.weir.ops.array;

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
}
