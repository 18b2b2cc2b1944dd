package dev.weir.cluster.internal.client;

import dev.weir.runtime.Session;

/** Placement in this process, on devices that are called like those of a cluster. */
final class TestLocalPlacement extends PlacementContract {
  @Override
  Session open() {
    return Session.open(graph, LocalTasks.config());
  }
}
