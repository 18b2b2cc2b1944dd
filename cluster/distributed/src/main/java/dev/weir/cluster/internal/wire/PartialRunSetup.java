package dev.weir.cluster.internal.wire;

import java.util.List;

/** A client announces what it will feed and fetch in a partial run. */
public record PartialRunSetup(
    String session,
    List<String> feeds,
    List<String> fetches,
    List<String> targets,
    long requestId) {
  public PartialRunSetup {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }
}
