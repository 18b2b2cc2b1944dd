package dev.weir.runtime;

import dev.weir.runtime.trace.StepTrace;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The values a step returned and what happened in it.
 *
 * @param fetched in the order in which they were asked for
 */
public record TracedRun(List<Tensor> fetched, StepTrace trace) {
  public TracedRun {
    fetched = List.copyOf(fetched);
  }
}
