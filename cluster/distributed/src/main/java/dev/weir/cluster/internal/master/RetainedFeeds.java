package dev.weir.cluster.internal.master;

import dev.weir.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;

/** References to the values fed to a step, which outlive the call that brought them. */
final class RetainedFeeds implements AutoCloseable {
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();

  private RetainedFeeds() {}

  /** References of their own to all of them, or to none if that fails. */
  static RetainedFeeds of(Map<String, Tensor> feeds) {
    RetainedFeeds kept = new RetainedFeeds();
    try {
      feeds.forEach((name, tensor) -> kept.tensors.put(name, tensor.shared()));
    } catch (RuntimeException | Error e) {
      kept.close();
      throw e;
    }
    return kept;
  }

  /** By name. */
  Map<String, Tensor> tensors() {
    return tensors;
  }

  /** Releases them. */
  @Override
  public void close() {
    tensors.values().forEach(tensor -> tensor.buffer().release());
    tensors.clear();
  }
}
