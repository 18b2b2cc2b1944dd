package dev.weir.cluster.master;

import dev.weir.cluster.wire.Names;
import java.util.List;

/** What is asked of a session's graph, by name: the key under which cut steps are kept. */
record StepKey(List<String> feeds, List<String> fetches, List<String> targets) {
  StepKey {
    feeds = List.copyOf(feeds);
    fetches = List.copyOf(fetches);
    targets = List.copyOf(targets);
  }

  /** About how many bytes it takes. */
  long bytes() {
    return Names.bytes(feeds) + Names.bytes(fetches) + Names.bytes(targets);
  }
}
