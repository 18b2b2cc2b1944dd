package dev.weir.ops.array;

/**
 * Neighbouring diagonals of matrices. Those shorter than the longest one are aligned as {@code
 * align} says and padded with {@code padding_value}.
 */
final class MatrixDiagPartV3 extends DiagonalParts {
  MatrixDiagPartV3() {
    super(
        "MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> (diagonal: T) T:type;"
            + " align:string=\"RIGHT_LEFT\" in [\"LEFT_RIGHT\", \"RIGHT_LEFT\", \"LEFT_LEFT\","
            + " \"RIGHT_RIGHT\"];");
  }
}
