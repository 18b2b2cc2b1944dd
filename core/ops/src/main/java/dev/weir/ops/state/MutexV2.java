package dev.weir.ops.state;

import dev.weir.ops.support.HandleOp;

/** The name of a mutex, which lets one step in at a time. */
final class MutexV2 extends HandleOp {
  MutexV2() {
    super(
        "MutexV2() -> (resource: resource) container:string=\"\"; shared_name:string=\"\";"
            + " stateful",
        Mutex.KIND);
  }
}
