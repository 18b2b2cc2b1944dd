package dev.weir.ops.array;

/**
 * Matrices with the given diagonals, {@code padding_value} elsewhere. Diagonals shorter than the
 * longest one are aligned left.
 */
final class MatrixDiagV2 extends DiagonalMatrices {
  MatrixDiagV2() {
    super(
        "MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) ->"
            + " (output: T) T:type;");
  }
}
