package dev.weir.ops.io;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.ops.random.Words;

/**
 * The name of a queue that elements leave in random order. Until it is closed, {@code
 * min_after_dequeue} elements stay, so that there is something to choose from.
 */
final class RandomShuffleQueueV2 extends QueueHandle {
  RandomShuffleQueueV2() {
    super(
        "RandomShuffleQueueV2() -> (handle: resource) component_types:list(type) >=1;"
            + " shapes:list(shape)=[] >=0; capacity:int=-1; min_after_dequeue:int=0; seed:int=0;"
            + " seed2:int=0; container:string=\"\"; shared_name:string=\"\"; stateful");
  }

  @Override
  protected QueueSpec spec(Attributes attrs) {
    QueueSpec spec = QueueSpec.of("RandomShuffleQueue", attrs);
    long least = attrs.integer("min_after_dequeue");
    if (least < 0 || least >= spec.capacity()) {
      throw WeirException.invalidArgument(
          "min_after_dequeue must be at least 0 and less than the capacity, %d: it is %d",
          spec.capacity(), least);
    }
    return spec.withLeast(least);
  }

  @Override
  protected QueueOrder order(Attributes attrs) {
    return QueueOrder.random(Words.ofSeeds(attrs.integer("seed"), attrs.integer("seed2")));
  }
}
