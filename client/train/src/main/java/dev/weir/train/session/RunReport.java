package dev.weir.train.session;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A run that is done. */
public final class RunReport {
  private final long globalStep;
  private final Map<Output, Tensor> values;
  private final @Nullable StepTrace trace;

  RunReport(long globalStep, Map<Output, Tensor> values, @Nullable StepTrace trace) {
    this.globalStep = globalStep;
    this.values = values;
    this.trace = trace;
  }

  /**
   * The global step as the run saw it, most often before it counted itself. {@link
   * TrainingSession#globalStep} says what it is now.
   */
  public long globalStep() {
    return globalStep;
  }

  /** What a hook has asked for. */
  public Tensor value(Operand edge) {
    Tensor value = values.get(edge.asOutput());
    if (value == null) {
      throw WeirException.notFound(
          "no hook has asked this run for %s; ask in beforeRun", edge.asOutput());
    }
    return value;
  }

  /** Whether some hook has asked for this edge. */
  public boolean has(Operand edge) {
    return values.containsKey(edge.asOutput());
  }

  /** What happened in the run, if a hook wanted to know. */
  public Optional<StepTrace> trace() {
    return Optional.ofNullable(trace);
  }
}
