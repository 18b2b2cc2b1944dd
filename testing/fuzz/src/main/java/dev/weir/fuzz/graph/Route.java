package dev.weir.fuzz.graph;

import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** A way to run steps on one hostile graph. Not thread-safe. */
interface Route extends AutoCloseable {
  /**
   * Runs a step. The caller closes the tensors it gives: what was fetched, more than once if the
   * step was run again.
   *
   * @param values chooses how the step is run
   */
  List<Tensor> run(
      Map<String, Tensor> feeds, List<String> fetches, List<String> targets, HostileValues values);

  @Override
  void close();
}
