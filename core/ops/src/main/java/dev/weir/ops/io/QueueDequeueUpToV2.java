package dev.weir.ops.io;

/**
 * Takes {@code n} elements out of a queue; waits until there are so many, or the queue is closed
 * and has fewer.
 */
final class QueueDequeueUpToV2 extends DequeueSeveral {
  QueueDequeueUpToV2() {
    super(
        "QueueDequeueUpToV2(handle: resource, n: int32) -> (components: component_types...)"
            + " component_types:list(type) >=1; timeout_ms:int=-1; stateful",
        true);
  }
}
