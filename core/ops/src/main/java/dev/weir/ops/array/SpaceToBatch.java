package dev.weir.ops.array;

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
}
