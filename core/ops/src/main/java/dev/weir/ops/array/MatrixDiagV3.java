package dev.weir.ops.array;

/**
 * Matrices with the given diagonals, {@code padding_value} elsewhere. Diagonals shorter than the
 * longest one are aligned as {@code align} says.
 */
final class MatrixDiagV3 extends DiagonalMatrices {
  MatrixDiagV3() {
    super(
        "MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) ->"
            + " (output: T) T:type; align:string=\"RIGHT_LEFT\" in [\"LEFT_RIGHT\", \"RIGHT_LEFT\","
            + " \"LEFT_LEFT\", \"RIGHT_RIGHT\"];");
  }
}
