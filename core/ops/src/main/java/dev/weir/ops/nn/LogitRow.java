package dev.weir.ops.nn;

import dev.weir.tensor.Tensor;

/** A row of logits: their greatest one and the sum of exponentials relative to it. */
final class LogitRow {
  private final Tensor logits;
  private final long first;
  private final long count;
  private double greatest;
  private double sum;

  /** The {@code count} logits from position {@code first} on. */
  LogitRow(Tensor logits, long first, long count) {
    this.logits = logits;
    this.first = first;
    this.count = count;
    greatest = Double.NEGATIVE_INFINITY;
    for (long i = 0; i < count; i++) {
      greatest = Math.max(greatest, logits.getDouble(first + i));
    }
    for (long i = 0; i < count; i++) {
      sum += Math.exp(logits.getDouble(first + i) - greatest);
    }
  }

  long count() {
    return count;
  }

  /** {@code exp(x[i]) / Σ exp(x)}. */
  double probability(long i) {
    return Math.exp(logits.getDouble(first + i) - greatest) / sum;
  }

  /** {@code x[i] - log Σ exp(x)}. */
  double logProbability(long i) {
    return logits.getDouble(first + i) - greatest - Math.log(sum);
  }
}
