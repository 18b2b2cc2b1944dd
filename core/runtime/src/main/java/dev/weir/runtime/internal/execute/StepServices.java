package dev.weir.runtime.internal.execute;

import dev.weir.graph.kernel.FileAccess;
import dev.weir.runtime.device.Device;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What steps need from the session they belong to. */
public interface StepServices {
  ComputePool pool();

  /** State of a node that lives as long as the session. */
  <T> T sessionState(String node, Class<T> type, Supplier<T> create);

  /** Calls a function of the graph from a step. */
  List<Tensor> call(Step caller, Device device, String function, List<Tensor> arguments);

  /** Which files the session's graphs may touch. */
  default FileAccess files() {
    return FileAccess.ANYWHERE;
  }

  /** Where ops that print for people print. */
  void log(String line);

  /** What is notified of nodes that have run; null for nothing. */
  @Nullable StepListener listener();
}
