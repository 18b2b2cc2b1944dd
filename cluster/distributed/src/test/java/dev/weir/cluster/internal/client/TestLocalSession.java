package dev.weir.cluster.internal.client;

import dev.weir.runtime.Session;

/** A session in this process, on devices that are called like those of a cluster. */
final class TestLocalSession extends SessionContract {
  @Override
  Session open() {
    return Session.open(graph, LocalTasks.config());
  }
}
