package dev.weir.cluster.internal.wire;

import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The result of a step. The receiver owns a reference to each tensor.
 *
 * @param values fetched or received values by name, in any order
 * @param stats when each node ran, if the step was traced
 */
public record StepResult(List<NamedValue> values, List<DeviceStats> stats)
    implements TensorCarrier {
  public StepResult {
    values = List.copyOf(values);
    stats = List.copyOf(stats);
  }

  @Override
  public List<Tensor> tensors() {
    return NamedValue.tensors(values);
  }

  @Override
  public void release() {
    values.forEach(named -> named.value().buffer().release());
  }
}
