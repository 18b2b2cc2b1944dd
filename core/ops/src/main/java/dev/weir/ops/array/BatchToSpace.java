package dev.weir.ops.array;

/** Undoes {@code SpaceToBatch}: moves batch positions back into images, and crops them. */
final class BatchToSpace extends BlockMove {
  BatchToSpace() {
    super(
        "BatchToSpace(input: T, crops: Tidx) -> (output: T) T:type; block_size:int >=2;"
            + " Tidx:type=int32 in [int32, int64];",
        false,
        true);
  }
}
