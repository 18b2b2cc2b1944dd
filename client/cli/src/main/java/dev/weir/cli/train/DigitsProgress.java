package dev.weir.cli.train;

import dev.weir.cli.terminal.ProgressBar;
import dev.weir.train.TrainingListener;
import java.util.Locale;

/** Shows how a training goes: the bar with every step, a line after every epoch. */
final class DigitsProgress implements Callback {
  /** How much of the past the loss that is shown forgets with every step. */
  private static final double FORGETTING = 0.05;

  private final ProgressBar bar;
  private double loss = Double.NaN;

  DigitsProgress(ProgressBar bar) {
    this.bar = bar;
  }

  @Override
  public Next onStep(StepReport report) {
    loss = Double.isNaN(loss) ? report.loss() : loss + FORGETTING * (report.loss() - loss);
    bar.update(report.step(), String.format(Locale.ROOT, "loss %.4f", loss));
    return Next.CONTINUE;
  }

  @Override
  public Next onEpochEnd(EpochReport report) {
    bar.above(
        String.format(
            Locale.ROOT,
            "epoch %d  loss %.4f  accuracy %.2f %%  test accuracy %.2f %%",
            report.epoch() + 1,
            report.training().get("loss"),
            100 * report.training().get("accuracy"),
            100 * report.evaluation().get("accuracy")));
    return Next.CONTINUE;
  }
}
