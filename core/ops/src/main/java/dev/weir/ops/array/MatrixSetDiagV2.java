package dev.weir.ops.array;

/**
 * Matrices with neighbouring diagonals replaced. Diagonals shorter than the longest one are aligned
 * left.
 */
final class MatrixSetDiagV2 extends DiagonalReplacement {
  MatrixSetDiagV2() {
    super("MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T) T:type;");
  }
}
