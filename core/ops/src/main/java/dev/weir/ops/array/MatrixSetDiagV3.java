package dev.weir.ops.array;

/**
 * Matrices with neighbouring diagonals replaced. Diagonals shorter than the longest one are aligned
 * as {@code align} says.
 */
final class MatrixSetDiagV3 extends DiagonalReplacement {
  MatrixSetDiagV3() {
    super(
        "MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> (output: T) T:type;"
            + " align:string=\"RIGHT_LEFT\" in [\"LEFT_RIGHT\", \"RIGHT_LEFT\", \"LEFT_LEFT\","
            + " \"RIGHT_RIGHT\"];");
  }
}
