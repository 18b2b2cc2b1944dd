package dev.weir.train;

/**
 * A finished pass over the data.
 *
 * @param epoch its number, from 0
 * @param step the global step of its last step
 * @param training the mean {@code loss} and the metrics over its steps
 * @param evaluation the mean {@code loss} and the metrics over the evaluation data; empty if there
 *     is none, or if this process is not the chief
 * @param seconds how long it took, including the evaluation
 */
public record EpochReport(
    long epoch, long step, Measures training, Measures evaluation, double seconds) {
  /** The evaluation; if there is none, the measures of the steps. */
  public Measures measures() {
    return evaluation.isEmpty() ? training : evaluation;
  }

  /** A line to print: {@code epochs 3, steps 96: loss 0.0712; evaluation: loss 0.0803}. */
  @Override
  public String toString() {
    String done = "epochs " + (epoch + 1) + ", steps " + step + ": " + training;
    return evaluation.isEmpty() ? done : done + "; evaluation: " + evaluation;
  }
}
