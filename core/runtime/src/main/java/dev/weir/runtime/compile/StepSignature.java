package dev.weir.runtime.compile;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import java.util.List;

/**
 * What is asked of a graph: the key under which plans are cached.
 *
 * @param feeds edges that get their value from outside
 * @param fetches edges whose value is returned
 * @param targets nodes that are run for their effect
 */
public record StepSignature(List<Output> feeds, List<Output> fetches, List<Node> targets) {
  /** What stands for a graph that is run as a whole. */
  static final StepSignature WHOLE = new StepSignature(List.of(), List.of(), List.of());

  public StepSignature {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }

  /** Whether this is what is asked for. */
  public boolean asksFor(List<Output> wantedFeeds, List<Output> wantedFetches, List<Node> wanted) {
    return feeds.equals(wantedFeeds) && fetches.equals(wantedFetches) && targets.equals(wanted);
  }
}
