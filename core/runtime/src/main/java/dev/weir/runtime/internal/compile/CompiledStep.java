package dev.weir.runtime.internal.compile;

import dev.weir.runtime.internal.execute.ExecutionPlan;
import java.util.List;

/**
 * A step, or a function, that is ready to run: one plan a device.
 *
 * @param resultCount how many values it returns
 * @param revision that of the graph it was compiled from
 */
public record CompiledStep(List<ExecutionPlan> plans, int resultCount, long revision) {
  public CompiledStep {
    plans = List.copyOf(plans);
  }
}
