package dev.weir.cluster.internal.wire;

import java.util.List;

/**
 * A client runs a step, or feeds and fetches some of a partial run.
 *
 * @param partialRun the handle of the partial run, or empty
 * @param requestId tells it from a repetition; 0 if nobody cares
 */
public record RunStep(
    String session,
    List<NamedTensor> feeds,
    List<String> fetches,
    List<String> targets,
    StepOptions options,
    String partialRun,
    long requestId) {
  public RunStep {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }
}
