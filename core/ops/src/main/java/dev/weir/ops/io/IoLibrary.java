package dev.weir.ops.io;

import dev.weir.graph.OpDefinition;
import dev.weir.graph.OpLibrary;
import java.util.List;

/** Queues, and tensors as bytes. */
public final class IoLibrary implements OpLibrary {
  @Override
  public List<OpDefinition> publicOps() {
    return List.of(
        new DecodeBase64(),
        new DecodeCompressed(),
        new DecodePaddedRaw(),
        new DecodeRaw(),
        new EncodeBase64(),
        new FIFOQueueV2(),
        new PaddingFIFOQueueV2(),
        new ParseTensor(),
        new PriorityQueueV2(),
        new QueueCloseV2(),
        new QueueDequeueManyV2(),
        new QueueDequeueUpToV2(),
        new QueueDequeueV2(),
        new QueueEnqueueManyV2(),
        new QueueEnqueueV2(),
        new QueueIsClosedV2(),
        new QueueSizeV2(),
        new RandomShuffleQueueV2(),
        new SerializeTensor());
  }
}
