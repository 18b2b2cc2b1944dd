package dev.weir.simulation;

import dev.weir.tensor.memory.Allocator;

/** Who calls or is called: one life of a task, or a client. */
interface Endpoint {
  /** What the log calls it. */
  String name();

  LifeScheduler scheduler();

  /** Where tensors that arrive go. */
  Allocator allocator();
}
