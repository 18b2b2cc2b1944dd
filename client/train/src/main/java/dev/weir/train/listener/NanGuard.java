package dev.weir.train.listener;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.Tensor;
import dev.weir.train.StepReport;
import dev.weir.train.StepRequest;
import dev.weir.train.TrainingListener;
import dev.weir.train.TrainingSession;

/**
 * Ends a training whose loss is NaN or infinite. It checks the loss after the step, which may have
 * changed variables already; nothing is saved then. For steps that no {@code Trainer} builds: its
 * steps check the loss themselves, before they change a variable.
 */
public final class NanGuard implements TrainingListener {
  private final Output loss;
  private final boolean fails;

  private NanGuard(Output loss, boolean fails) {
    this.loss = loss;
    this.fails = fails;
  }

  /** Lets the step fail. */
  public static NanGuard failing(Operand loss) {
    return new NanGuard(loss.asOutput(), true);
  }

  /** Requests to stop, so that listeners end as usual. */
  public static NanGuard stopping(Operand loss) {
    return new NanGuard(loss.asOutput(), false);
  }

  @Override
  public void beforeStep(StepRequest request) {
    request.fetch(loss);
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    Tensor value = report.value(loss);
    for (long i = 0; i < value.elements(); i++) {
      double element = value.getDouble(i);
      if (!Double.isFinite(element)) {
        end(training, element + " in step " + report.step());
        return;
      }
    }
  }

  private void end(TrainingSession training, String what) {
    if (fails) {
      throw loss.node()
          .error(
              ErrorCode.INVALID_ARGUMENT,
              "the loss is " + what + "; a lower learning rate or clipped gradients may help");
    }
    training.requestStop("the loss " + loss.name() + " is " + what);
  }
}
