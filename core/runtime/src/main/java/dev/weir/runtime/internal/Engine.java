package dev.weir.runtime.internal;

import dev.weir.graph.PassNote;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.place.Placement;
import dev.weir.tensor.Tensor;
import java.util.List;

/** What carries out the steps of a session: this process, or a cluster. Thread-safe. */
public interface Engine extends AutoCloseable {
  /**
   * Runs a step.
   *
   * @param feeds what is fed, in the order of the step's feeds; they stay the caller's
   * @return what is fetched, in the order of the step's fetches
   */
  List<Tensor> run(StepSpec step, Tensor[] feeds, RunOptions options);

  /** Runs a step and records what happens. */
  TracedStep runTraced(StepSpec step, Tensor[] feeds, RunOptions options);

  /**
   * Prepares a step to be run many times.
   *
   * @param options of every run
   */
  PreparedStep prepare(StepSpec step, RunOptions options);

  /** Starts a step that is fed and fetched incrementally. */
  PartialStep partialRun(StepSpec step, RunOptions options);

  /** Where the nodes of a step would run, and why. */
  Placement explainPlacement(StepSpec step);

  /** What passes that make nodes one would make of the nodes of a step, and why not more. */
  List<PassNote> explainCompile(StepSpec step);

  /** Clears containers; an empty name means the default one. */
  void reset(List<String> containers);

  /** How many kinds of step are compiled and kept. */
  int cachedSteps();

  /** Ends the session; what still runs may fail. */
  @Override
  void close();
}
