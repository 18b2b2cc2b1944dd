package dev.weir.cluster.internal.client;

import dev.weir.runtime.Session;

/** How steps end in this process. */
final class TestLocalEnds extends SessionEndsContract {
  @Override
  Session open() {
    return Session.open(graph, LocalTasks.config());
  }

  @Override
  void awaitNothingRuns() {} // a step is over when run returns
}
