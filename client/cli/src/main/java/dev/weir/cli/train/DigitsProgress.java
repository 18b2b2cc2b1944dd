package dev.weir.cli.train;

import dev.weir.cli.terminal.ProgressBar;
import dev.weir.train.EpochReport;
import dev.weir.train.StepReport;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;
import java.util.Locale;

/** Shows the progress of a training: the bar after every step, a line after every epoch. */
final class DigitsProgress implements TrainingListener {
  /** The weight of the latest step in the loss that is shown. */
  private static final double SMOOTHING = 0.05;

  private final ProgressBar bar;
  private double loss = Double.NaN;

  DigitsProgress(ProgressBar bar) {
    this.bar = bar;
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    loss = Double.isNaN(loss) ? report.loss() : loss + SMOOTHING * (report.loss() - loss);
    bar.update(report.step(), String.format(Locale.ROOT, "loss %.4f", loss));
  }

  @Override
  public void afterEpoch(EpochReport report, TrainingSession training) {
    bar.above(
        String.format(
            Locale.ROOT,
            "epoch %d  loss %.4f  accuracy %.2f %%  test accuracy %.2f %%",
            report.epoch() + 1,
            report.training().get("loss"),
            100 * report.training().get("accuracy"),
            100 * report.evaluation().get("accuracy")));
  }
}
