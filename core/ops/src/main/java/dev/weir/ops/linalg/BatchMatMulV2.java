package dev.weir.ops.linalg;

/** The products of pairs of matrices; batch dimensions broadcast. */
final class BatchMatMulV2 extends BatchProduct {
  BatchMatMulV2() {
    super(
        "BatchMatMulV2(x: T, y: T) -> (output: T) T:type in [bfloat16, half, float, double,"
            + " int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128];"
            + " adj_x:bool=false; adj_y:bool=false; grad_x:bool=false; grad_y:bool=false;",
        true);
  }
}
