package dev.weir.cluster.internal.wire;

import java.util.List;

/**
 * What a step gave. Whoever takes it owns a reference to each tensor.
 *
 * @param values what was fetched or received, by name, in any order
 * @param stats what ran when, if that was asked for
 */
public record StepResult(List<NamedTensor> values, List<DeviceStats> stats) {
  public StepResult {
    values = List.copyOf(values);
    stats = List.copyOf(stats);
  }

  /** Gives back the tensors, for somebody who has no use for them. */
  public void release() {
    values.forEach(value -> value.value().buffer().release());
  }
}
