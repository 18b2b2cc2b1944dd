package dev.weir.cluster.master;

import java.util.List;

/** What is asked of a session's graph, by name: the key under which cut steps are kept. */
record StepKey(List<String> feeds, List<String> fetches, List<String> targets) {
  StepKey {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }
}
