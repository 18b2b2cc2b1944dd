package dev.weir.cluster.internal.client;

import dev.weir.runtime.Session;
import org.jspecify.annotations.Nullable;

/** How steps end in this process. */
final class TestLocalEnds extends SessionEndsContract {
  @Override
  Session open() {
    return Session.open(graph, LocalTasks.config());
  }

  @Override
  @Nullable String otherTask() {
    return null;
  }

  @Override
  void awaitNothingRuns() {} // a step is over when run returns
}
