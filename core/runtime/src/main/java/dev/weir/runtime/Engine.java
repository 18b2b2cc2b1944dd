package dev.weir.runtime;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.compile.StepSignature;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import java.util.List;

/** What carries out the steps of a session: this process, or a cluster. Thread-safe. */
public interface Engine extends AutoCloseable {
  /**
   * Runs a step.
   *
   * @param values what is fed, in the order of {@code feeds}; they stay the caller's
   * @return what is fetched, in the order of {@code fetches}
   */
  List<Tensor> run(
      List<Output> feeds,
      List<Output> fetches,
      List<Node> targets,
      Tensor[] values,
      RunOptions options);

  /** Runs a step and records what happens. */
  TracedRun runTraced(StepSignature signature, Tensor[] feeds, RunOptions options);

  /** Starts a step that is fed and fetched bit by bit. */
  PartialStep partialRun(StepSignature signature, RunOptions options);

  /** Where the nodes of a step would run, and why. */
  Placement explainPlacement(StepSignature signature);

  /** Clears containers; an empty name means the default one. */
  void reset(List<String> containers);

  /** How many kinds of step are compiled and kept. */
  int cachedSteps();

  /** Ends the session; what still runs may fail. */
  @Override
  void close();
}
