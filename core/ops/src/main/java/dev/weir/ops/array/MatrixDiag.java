package dev.weir.ops.array;

/** Square matrices with the given diagonals, zero elsewhere; one for each row of the input. */
final class MatrixDiag extends DiagonalMatrices {
  MatrixDiag() {
    super("MatrixDiag(diagonal: T) -> (output: T) T:type;");
  }
}
