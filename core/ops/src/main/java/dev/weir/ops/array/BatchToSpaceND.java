package dev.weir.ops.array;

/** Undoes {@code SpaceToBatchND}: moves batch positions back into blocks, and crops. */
final class BatchToSpaceND extends BlockMove {
  BatchToSpaceND() {
    super(
        "BatchToSpaceND(input: T, block_shape: Tblock_shape, crops: Tcrops) -> (output: T) T:type;"
            + " Tblock_shape:type=int32 in [int32, int64]; Tcrops:type=int32 in [int32, int64];",
        false,
        false);
  }
}
