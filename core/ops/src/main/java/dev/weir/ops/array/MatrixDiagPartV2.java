package dev.weir.ops.array;

/**
 * Neighbouring diagonals of matrices. Those shorter than the longest one are aligned left and
 * padded with {@code padding_value}.
 */
final class MatrixDiagPartV2 extends DiagonalParts {
  MatrixDiagPartV2() {
    super("MatrixDiagPartV2(input: T, k: int32, padding_value: T) -> (diagonal: T) T:type;");
  }
}
