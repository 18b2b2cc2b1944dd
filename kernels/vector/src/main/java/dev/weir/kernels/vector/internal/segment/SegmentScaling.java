package dev.weir.kernels.vector.internal.segment;

/** What the sum of rows of a table is multiplied by. */
enum SegmentScaling {
  SUM,
  MEAN,
  SQRT_N;

  /** The factor for a segment of {@code count} rows. */
  double factor(long count) {
    return switch (this) {
      case SUM -> 1;
      case MEAN -> 1.0 / count;
      case SQRT_N -> 1 / Math.sqrt(count);
    };
  }

  /** What it is called in the names of ops. */
  String opName() {
    return switch (this) {
      case SUM -> "Sum";
      case MEAN -> "Mean";
      case SQRT_N -> "SqrtN";
    };
  }
}
