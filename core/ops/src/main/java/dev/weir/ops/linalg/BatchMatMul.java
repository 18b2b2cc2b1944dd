package dev.weir.ops.linalg;

/** The products of pairs of matrices, in batches of the same shape. */
final class BatchMatMul extends BatchProduct {
  BatchMatMul() {
    super(
        "BatchMatMul(x: T, y: T) -> (output: T) T:type in [bfloat16, half, float, double,"
            + " int32, int64, complex64, complex128]; adj_x:bool=false; adj_y:bool=false;"
            + " grad_x:bool=false; grad_y:bool=false;",
        false);
  }
}
