package dev.weir.ops.io;

import dev.weir.graph.Attributes;

/** The name of a queue that elements leave in the order in which they came. */
final class FIFOQueueV2 extends QueueHandle {
  FIFOQueueV2() {
    super(
        "FIFOQueueV2() -> (handle: resource) component_types:list(type) >=1; shapes:list(shape)=[]"
            + " >=0; capacity:int=-1; container:string=\"\"; shared_name:string=\"\"; stateful");
  }

  @Override
  protected QueueSpec spec(Attributes attrs) {
    return QueueSpec.of("FIFOQueue", attrs);
  }
}
