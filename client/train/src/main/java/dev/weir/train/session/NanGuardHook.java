package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.tensor.Tensor;

/**
 * Ends a training whose loss is NaN or infinite. It sees the loss after the step: what that has
 * done to variables stays, and nothing is saved at the end. A {@code Trainer}'s step looks before
 * it changes anything.
 */
public final class NanGuardHook implements TrainingHook {
  private final Output loss;
  private final boolean fails;

  private NanGuardHook(Output loss, boolean fails) {
    this.loss = loss;
    this.fails = fails;
  }

  /** Lets the run fail. */
  public static NanGuardHook failing(Operand loss) {
    return new NanGuardHook(loss.asOutput(), true);
  }

  /** Only asks to stop, so that what other hooks do at the end is done. */
  public static NanGuardHook stopping(Operand loss) {
    return new NanGuardHook(loss.asOutput(), false);
  }

  @Override
  public void beforeRun(RunRequest request) {
    request.fetch(loss);
  }

  @Override
  public void afterRun(RunReport report, TrainingSession training) {
    Tensor value = report.value(loss);
    for (long i = 0; i < value.elements(); i++) {
      double element = value.getDouble(i);
      if (!Double.isFinite(element)) {
        end(training, element + " in the run after step " + report.globalStep());
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
