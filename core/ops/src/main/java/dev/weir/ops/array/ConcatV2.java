package dev.weir.ops.array;

/** Tensors joined along dimension {@code axis}; all other sizes must be equal. */
final class ConcatV2 extends Joining {
  ConcatV2() {
    super(
        "ConcatV2(values: N*T, axis: Tidx) -> (output: T) N:int >=2; T:type; Tidx:type=int32 in"
            + " [int32, int64];",
        -1,
        0);
  }
}
