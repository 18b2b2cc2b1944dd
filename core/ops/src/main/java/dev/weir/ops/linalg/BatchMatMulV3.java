package dev.weir.ops.linalg;

/** The products of pairs of matrices that may have different types; batch dimensions broadcast. */
final class BatchMatMulV3 extends BatchProduct {
  BatchMatMulV3() {
    super(
        "BatchMatMulV3(x: Ta, y: Tb) -> (output: Tout) Ta:type in [bfloat16, half, float,"
            + " double, uint8, int8, int16, int32, int64, complex64, complex128]; Tb:type in"
            + " [bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64,"
            + " complex128]; Tout:type in [bfloat16, half, float, double, int16, int32, int64,"
            + " complex64, complex128]; adj_x:bool=false; adj_y:bool=false; grad_x:bool=false;"
            + " grad_y:bool=false;",
        true);
  }
}
