package dev.weir.train.fit;

import dev.weir.runtime.trace.StepTrace;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** What is to happen while a model is trained: told of every step and every epoch, may end it. */
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
  record StepReport(
      long step, long epoch, double loss, Map<String, Double> metrics, double seconds) {
    public StepReport {
      metrics = Map.copyOf(metrics);
    }
  }

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
      long epoch,
      long step,
      Map<String, Double> training,
      Map<String, Double> evaluation,
      double seconds) {
    public EpochReport {
      training = Map.copyOf(training);
      evaluation = Map.copyOf(evaluation);
    }

    /** The evaluation, or if there is none what the steps showed. */
    public Map<String, Double> measures() {
      return evaluation.isEmpty() ? training : evaluation;
    }
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
