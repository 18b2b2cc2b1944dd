package dev.weir.train.listener;

import dev.weir.error.WeirException;
import dev.weir.train.EpochReport;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;

/**
 * Completes the training when a measure has not improved for some epochs. Uses the evaluation if
 * there is one. Only the chief decides; the other workers stop with it. For one training.
 */
public final class EarlyStopping implements TrainingListener {
  private final String measure;
  private final boolean isHigherBetter;
  private final int patience;
  private double best = Double.NaN;
  private int worse;

  private EarlyStopping(String measure, boolean isHigherBetter, int patience) {
    if (patience < 1) {
      throw WeirException.invalidArgument("patience must be at least one epoch, got %d", patience);
    }
    this.measure = measure;
    this.isHigherBetter = isHigherBetter;
    this.patience = patience;
  }

  /** For a measure that should be low, such as {@code loss}. */
  public static EarlyStopping lowest(String measure, int patience) {
    return new EarlyStopping(measure, false, patience);
  }

  /** For a measure that should be high, such as an accuracy. */
  public static EarlyStopping highest(String measure, int patience) {
    return new EarlyStopping(measure, true, patience);
  }

  /** The best value so far; NaN before the first epoch. */
  public double best() {
    return best;
  }

  @Override
  public boolean isChiefOnly() {
    return true;
  }

  @Override
  public void afterEpoch(EpochReport report, TrainingSession training) {
    if (isOver(report)) {
      training.complete(
          training.globalStep(), measure + " has not improved for " + patience + " epochs");
    }
  }

  /** Whether the measure has not improved for too long, with this epoch. */
  boolean isOver(EpochReport report) {
    double value = report.measures().get(measure);
    boolean isBetter = Double.isNaN(best) || (isHigherBetter ? value > best : value < best);
    if (isBetter) {
      best = value;
    }
    worse = isBetter ? 0 : worse + 1;
    return worse >= patience;
  }
}
