package dev.weir.cluster.internal.wire;

import java.util.List;

/** A client asks where the nodes of a step would run, and why. */
public record ExplainPlacement(
    String session, List<String> feeds, List<String> fetches, List<String> targets) {
  public ExplainPlacement {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }
}
