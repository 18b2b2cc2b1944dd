package dev.weir.ops.sparse;

/** What the sum of a segment is multiplied by. */
enum SegmentScale {
  /** Nothing: the sum. */
  ONE,
  /** {@code 1 / n}: the mean. */
  MEAN,
  /** {@code 1 / √n}: the sum over the root of the number of rows. */
  SQRT_N;

  /** The factor for a segment of {@code count} rows. */
  double factor(long count) {
    return switch (this) {
      case ONE -> 1;
      case MEAN -> 1.0 / count;
      case SQRT_N -> 1 / Math.sqrt(count);
    };
  }

  /** What it is called in the names of ops. */
  String opName() {
    return switch (this) {
      case ONE -> "Sum";
      case MEAN -> "Mean";
      case SQRT_N -> "SqrtN";
    };
  }
}
