package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;

/**
 * The name of a queue that elements leave in the order in which they came; if several are taken
 * together, sizes the queue leaves open are padded with 0 to the largest.
 */
final class PaddingFIFOQueueV2 extends QueueHandle {
  PaddingFIFOQueueV2() {
    super(
        "PaddingFIFOQueueV2() -> (handle: resource) component_types:list(type) >=1;"
            + " shapes:list(shape)=[] >=0; capacity:int=-1; container:string=\"\";"
            + " shared_name:string=\"\"; stateful");
  }

  @Override
  protected QueueSpec spec(Attributes attrs) {
    QueueSpec spec = QueueSpec.of("PaddingFIFOQueue", attrs).withPadding();
    if (spec.shapes().size() != spec.dtypes().size()) {
      throw WeirException.invalidArgument(
          "a queue that pads needs a shape for each of its %d components, got %s",
          spec.dtypes().size(), spec.shapes());
    }
    return spec;
  }
}
