package dev.weir.runtime.internal;

import dev.weir.tensor.Tensor;
import java.util.List;

/** A step that an {@link Engine} has prepared, to be run many times. Thread-safe. */
public interface PreparedStep extends AutoCloseable {
  /**
   * Runs it once.
   *
   * @param feeds in the order of the step's feeds; they stay the caller's
   * @return in the order of the step's fetches
   */
  List<Tensor> run(Tensor[] feeds);

  /** Frees what the engine holds for it. */
  @Override
  void close();
}
