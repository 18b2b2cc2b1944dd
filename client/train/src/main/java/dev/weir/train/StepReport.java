package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A step that is done. */
public final class StepReport {
  private final long step;
  private final Map<Output, Tensor> values;
  private final @Nullable StepTrace trace;
  private final StepMeasures measures;
  private final double seconds;

  StepReport(
      long step,
      Map<Output, Tensor> values,
      @Nullable StepTrace trace,
      StepMeasures measures,
      double seconds) {
    this.step = step;
    this.values = values;
    this.trace = trace;
    this.measures = measures;
    this.seconds = seconds;
  }

  /**
   * The global step that this step made. If several workers train at the same time, two of them may
   * report the same number; {@link TrainingSession#globalStep} reads the current count.
   */
  public long step() {
    return step;
  }

  /** Which pass over the data the step belongs to, from 0; 0 unless {@link Trainer#fit} ran it. */
  public long epoch() {
    return measures.epoch();
  }

  /**
   * The {@code loss} of the batch, before the step, and the metrics of the epoch so far; empty
   * unless {@link Trainer#fit} ran the step.
   */
  public Measures measures() {
    return measures.values();
  }

  /** The loss of the batch, before the step; fails unless {@link Trainer#fit} ran the step. */
  public double loss() {
    return measures.values().get(Measurement.LOSS);
  }

  /** How long the step took. */
  public double seconds() {
    return seconds;
  }

  /** A value that a listener has requested in {@link TrainingListener#beforeStep}. */
  public Tensor value(Operand edge) {
    Tensor value = values.get(edge.asOutput());
    if (value == null) {
      throw WeirException.notFound(
          "no listener has requested %s for this step; request it in beforeStep", edge.asOutput());
    }
    return value;
  }

  /** Whether a listener has requested this edge. */
  public boolean has(Operand edge) {
    return values.containsKey(edge.asOutput());
  }

  /** What ran in the step and for how long, if a listener has requested a trace. */
  public Optional<StepTrace> trace() {
    return Optional.ofNullable(trace);
  }
}
