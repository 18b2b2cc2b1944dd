package dev.weir.ops.array;

/** Matrices with their main diagonals replaced. */
final class MatrixSetDiag extends DiagonalReplacement {
  MatrixSetDiag() {
    super("MatrixSetDiag(input: T, diagonal: T) -> (output: T) T:type;");
  }
}
