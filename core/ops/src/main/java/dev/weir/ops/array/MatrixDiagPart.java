package dev.weir.ops.array;

/** The main diagonals of matrices, which need not be square. */
final class MatrixDiagPart extends DiagonalParts {
  MatrixDiagPart() {
    super("MatrixDiagPart(input: T) -> (diagonal: T) T:type;");
  }
}
