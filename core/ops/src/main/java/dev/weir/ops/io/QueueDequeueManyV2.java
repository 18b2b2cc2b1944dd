package dev.weir.ops.io;

/** Takes {@code n} elements out of a queue; waits until there are so many. */
final class QueueDequeueManyV2 extends DequeueSeveral {
  QueueDequeueManyV2() {
    super(
        "QueueDequeueManyV2(handle: resource, n: int32) -> (components: component_types...)"
            + " component_types:list(type) >=1; timeout_ms:int=-1; stateful",
        false);
  }
}
