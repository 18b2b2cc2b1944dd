package dev.weir.train.fit;

import dev.weir.error.WeirException;
import dev.weir.runtime.trace.StepTrace;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What is to happen while a model is trained: told of every step and every epoch, may end it.
 *
 * {@snippet :
 * trainer.fit(session, batches, FitOptions.epochs(50), Callback.everyEpochs(10, System.out::println));
 * }
 */
public interface Callback {
  /** Whether training goes on. */
  enum Next {
    CONTINUE,
    STOP
  }

  /**
   * A step that was made.
   *
   * @param step its number, from 1, going on where the model's global step was
   * @param epoch from 0
   * @param loss of its batch, before the step
   * @param metrics of the epoch so far
   * @param seconds how long it took
   */
  record StepReport(long step, long epoch, double loss, Measures metrics, double seconds) {}

  /**
   * An epoch that is over.
   *
   * @param epoch from 0
   * @param step the number of its last step
   * @param training the mean {@code loss} and the metrics of its steps
   * @param evaluation the same of the examples to evaluate with; empty if there are none
   * @param seconds how long it took, with the evaluation
   */
  record EpochReport(
      long epoch, long step, Measures training, Measures evaluation, double seconds) {
    /** The evaluation, or if there is none what the steps showed. */
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

  /** Does something after every epoch, such as printing the report. */
  static Callback everyEpoch(Consumer<? super EpochReport> action) {
    return everyEpochs(1, action);
  }

  /** Does something after every so many epochs. */
  static Callback everyEpochs(long count, Consumer<? super EpochReport> action) {
    if (count < 1) {
      throw WeirException.invalidArgument(
          "there is at least one epoch between reports, got %d", count);
    }
    return new Callback() {
      @Override
      public Next onEpochEnd(EpochReport report) {
        if ((report.epoch() + 1) % count == 0) {
          action.accept(report);
        }
        return Next.CONTINUE;
      }
    };
  }

  /** Ends training after the step in which a condition has become true. */
  static Callback stoppingWhen(BooleanSupplier condition) {
    return new Callback() {
      @Override
      public Next onStep(StepReport report) {
        return condition.getAsBoolean() ? Next.STOP : Next.CONTINUE;
      }
    };
  }

  /** Whether the step of this number is to be traced, which takes it longer. */
  default boolean traces(long step) {
    return false;
  }

  /** After a step that this asked to trace, before {@link #onStep}. */
  default void onTrace(long step, StepTrace trace) {}

  /** After a step. */
  default Next onStep(StepReport report) {
    return Next.CONTINUE;
  }

  /** After an epoch; also after the one that was ended early. */
  default Next onEpochEnd(EpochReport report) {
    return Next.CONTINUE;
  }
}
