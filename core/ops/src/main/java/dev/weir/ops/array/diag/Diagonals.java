package dev.weir.ops.array.diag;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.support.ElementCopier;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * Neighboring diagonals of a matrix, as rows of a table with the uppermost first. Shorter ones are
 * padded: at the right if they are aligned left, at the left if they are aligned right.
 *
 * @param rows of the matrix
 * @param columns of the matrix
 * @param lower the lowest diagonal: 0 is the main one, those below are negative
 * @param upper the uppermost diagonal
 * @param align how diagonals above and below the main one are aligned
 */
record Diagonals(long rows, long columns, long lower, long upper, Align align) {
  /** Above the main diagonal, then below. */
  enum Align {
    LEFT_LEFT,
    LEFT_RIGHT,
    RIGHT_LEFT,
    RIGHT_RIGHT;

    /** What a node asks for; ops without a choice align left. */
    static Align of(Attributes attrs) {
      return attrs.has("align") ? valueOf(attrs.string("align")) : LEFT_LEFT;
    }

    private boolean isLeft(long diagonal) {
      return switch (this) {
        case LEFT_LEFT -> true;
        case RIGHT_RIGHT -> false;
        case LEFT_RIGHT -> diagonal >= 0;
        case RIGHT_LEFT -> diagonal <= 0;
      };
    }
  }

  /** Refuses what does not say which diagonals are meant: one number, or a lower and an upper. */
  static void requireBand(long[] k) {
    if (k.length < 1 || k.length > 2 || k[0] > k[k.length - 1]) {
      throw WeirException.invalidArgument(
          "k must be one diagonal, or the lower and the upper one, got %s", Arrays.toString(k));
    }
  }

  /** Diagonals of a matrix in which they must lie. */
  static Diagonals within(long rows, long columns, long[] k, Align align) {
    requireBand(k);
    for (long diagonal : k) {
      if (diagonal != 0 && (diagonal <= -rows || diagonal >= columns)) {
        throw WeirException.invalidArgument(
            "k must be in (%d, %d) for a matrix of %d rows and %d columns, got %s",
            -rows, columns, rows, columns, Arrays.toString(k));
      }
    }
    return new Diagonals(rows, columns, k[0], k[k.length - 1], align);
  }

  /** How many there are. */
  long count() {
    return upper - lower + 1;
  }

  /** The length of the longest. */
  long maxLength() {
    return Math.min(rows + Math.min(upper, 0), columns - Math.max(lower, 0));
  }

  private long length(long diagonal) {
    return Math.min(rows + Math.min(diagonal, 0), columns - Math.max(diagonal, 0));
  }

  private long positionInTable(long diagonal) {
    long padding = align.isLeft(diagonal) ? 0 : maxLength() - length(diagonal);
    return (upper - diagonal) * maxLength() + padding;
  }

  private long positionInMatrix(long diagonal) {
    return Math.max(-diagonal, 0) * columns + Math.max(diagonal, 0);
  }

  /** The shape of the table, for matrices with these dimensions before their last two. */
  Shape tableShape(Shape batch) {
    Shape shape = lower < upper ? batch.concat(Shape.of(count())) : batch;
    return shape.concat(Shape.of(maxLength()));
  }

  /** Copies the diagonals of all matrices into their tables. */
  void extract(Tensor matrices, Tensor tables) {
    ElementCopier copier = ElementCopier.of(matrices, tables);
    long tableSize = count() * maxLength();
    long batches = tableSize == 0 ? 0 : tables.elements() / tableSize;
    for (long b = 0; b < batches; b++) {
      for (long d = lower; d <= upper; d++) {
        long from = b * rows * columns + positionInMatrix(d);
        long to = b * tableSize + positionInTable(d);
        copier.copy(from, columns + 1, to, 1, length(d));
      }
    }
  }

  /** Copies all tables onto the diagonals of their matrices. */
  void insert(Tensor tables, Tensor matrices) {
    ElementCopier copier = ElementCopier.of(tables, matrices);
    long tableSize = count() * maxLength();
    long batches = tableSize == 0 ? 0 : tables.elements() / tableSize;
    for (long b = 0; b < batches; b++) {
      for (long d = lower; d <= upper; d++) {
        long from = b * tableSize + positionInTable(d);
        long to = b * rows * columns + positionInMatrix(d);
        copier.copy(from, 1, to, columns + 1, length(d));
      }
    }
  }
}
