package dev.weir.train.fit;

import dev.weir.error.WeirException;

/**
 * Ends training when a measure has not become better for some epochs. Looks at the evaluation if
 * there is one. Made for one training.
 */
public final class EarlyStop implements Callback {
  private final String measure;
  private final boolean isHigherBetter;
  private final int patience;
  private double best = Double.NaN;
  private int worse;

  private EarlyStop(String measure, boolean isHigherBetter, int patience) {
    if (patience < 1) {
      throw WeirException.invalidArgument("patience is at least one epoch, got %d", patience);
    }
    this.measure = measure;
    this.isHigherBetter = isHigherBetter;
    this.patience = patience;
  }

  /** For a measure that should be low, such as {@code loss}. */
  public static EarlyStop lowest(String measure, int patience) {
    return new EarlyStop(measure, false, patience);
  }

  /** For a measure that should be high, such as an accuracy. */
  public static EarlyStop highest(String measure, int patience) {
    return new EarlyStop(measure, true, patience);
  }

  /** The best so far; NaN before the first epoch. */
  public double best() {
    return best;
  }

  @Override
  public Next onEpochEnd(EpochReport report) {
    double value = report.measures().get(measure);
    boolean isBetter = Double.isNaN(best) || (isHigherBetter ? value > best : value < best);
    if (isBetter) {
      best = value;
    }
    worse = isBetter ? 0 : worse + 1;
    return worse >= patience ? Next.STOP : Next.CONTINUE;
  }
}
