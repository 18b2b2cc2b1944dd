package dev.weir.cluster.internal.wire;

import java.util.List;

/** A client fixes what a step feeds, fetches and runs, to call it by a number from then on. */
public record MakeCallable(
    String session,
    List<String> feeds,
    List<String> fetches,
    List<String> targets,
    StepOptions options,
    long requestId) {
  public MakeCallable {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }
}
