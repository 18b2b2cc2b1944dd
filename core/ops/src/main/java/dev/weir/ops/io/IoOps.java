package dev.weir.ops.io;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.support.Call;
import dev.weir.ops.support.OpGroup;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;

/**
 * Builds nodes: queues, by which steps hand elements to each other, and tensors as bytes. A step
 * that waits for a queue occupies no thread of the device; it ends at its deadline or when it is
 * cancelled.
 */
public final class IoOps extends OpGroup {
  public IoOps(Scope scope) {
    super(scope);
  }

  /**
   * How a queue is made. Nothing is required: by default it holds any number of elements of any
   * shape and is called as its node.
   *
   * @param shapes the shapes of the components; empty if they may have any
   * @param capacity how many elements fit; -1 for any number
   * @param container the container it is in; empty for the default one
   * @param sharedName its name in the container; empty for the node's
   */
  public record QueueOptions(
      List<Shape> shapes, long capacity, String container, String sharedName) {
    /** Elements of any shape, any number of them, in the default container. */
    public static final QueueOptions DEFAULT = new QueueOptions(List.of(), -1, "", "");

    public QueueOptions {
      shapes = List.copyOf(shapes);
    }

    /** These options with other shapes of the components. */
    public QueueOptions withShapes(Shape... others) {
      return new QueueOptions(List.of(others), capacity, container, sharedName);
    }

    /** These options with a capacity of so many elements. */
    public QueueOptions withCapacity(long elements) {
      return new QueueOptions(shapes, elements, container, sharedName);
    }

    /** These options with a container and a name of its own. */
    public QueueOptions withName(String newContainer, String newName) {
      return new QueueOptions(shapes, capacity, newContainer, newName);
    }
  }

  private NodeBuilder queue(String op, List<DType> componentTypes, QueueOptions options) {
    return node(op)
        .attr("component_types", AttrValue.ofTypes(componentTypes))
        .attr("shapes", AttrValue.ofShapes(options.shapes()))
        .attr("capacity", options.capacity())
        .attr("container", options.container())
        .attr("shared_name", options.sharedName());
  }

  /** A queue that elements leave in the order in which they came. */
  public Output fifoQueue(List<DType> componentTypes, QueueOptions options) {
    return queue("FIFOQueueV2", componentTypes, options).build().output(0);
  }

  /**
   * A queue that elements leave in the order in which they came; elements taken together are padded
   * with 0 where the shapes leave sizes open.
   */
  public Output paddingFifoQueue(List<DType> componentTypes, QueueOptions options) {
    return queue("PaddingFIFOQueueV2", componentTypes, options).build().output(0);
  }

  /**
   * A queue that elements leave in random order, the same for the same seeds; any if both are 0.
   * Until it is closed {@code minAfterDequeue} elements stay in it.
   */
  public Output randomShuffleQueue(
      List<DType> componentTypes,
      QueueOptions options,
      long minAfterDequeue,
      long seed,
      long seed2) {
    return queue("RandomShuffleQueueV2", componentTypes, options)
        .attr("min_after_dequeue", minAfterDequeue)
        .attr("seed", seed)
        .attr("seed2", seed2)
        .build()
        .output(0);
  }

  /** A queue that elements leave by an int64 scalar that goes before their components. */
  public Output priorityQueue(List<DType> componentTypes, QueueOptions options) {
    return queue("PriorityQueueV2", componentTypes, options).build().output(0);
  }

  /** Puts an element in; waits while the queue is full. */
  public Node queueEnqueue(Operand handle, List<? extends Operand> components) {
    return node("QueueEnqueueV2", handle).inputList(components).build();
  }

  /** Puts elements in that are put together along the first dimension. */
  public Node queueEnqueueMany(Operand handle, List<? extends Operand> components) {
    return node("QueueEnqueueManyV2", handle).inputList(components).build();
  }

  /** Takes an element out; waits until there is one. */
  public List<Output> queueDequeue(Operand handle, List<DType> componentTypes) {
    return outputs(dequeue("QueueDequeueV2", handle, componentTypes).build());
  }

  /** Takes {@code n} elements out, put together along a new first dimension. */
  public List<Output> queueDequeueMany(Operand handle, Operand n, List<DType> componentTypes) {
    return outputs(dequeue("QueueDequeueManyV2", handle, componentTypes).input(n).build());
  }

  /** Takes {@code n} elements out, put together along a new first dimension. */
  public List<Output> queueDequeueMany(Operand handle, int n, List<DType> componentTypes) {
    Call call = call("QueueDequeueManyV2");
    return outputs(
        call.node(handle, call.scalar("n", n))
            .attr("component_types", AttrValue.ofTypes(componentTypes))
            .build());
  }

  /**
   * Takes {@code n} elements out, put together along a new first dimension; fewer if the queue is
   * closed and has no more.
   */
  public List<Output> queueDequeueUpTo(Operand handle, Operand n, List<DType> componentTypes) {
    return outputs(dequeue("QueueDequeueUpToV2", handle, componentTypes).input(n).build());
  }

  /** Takes {@code n} elements out, or fewer if the queue is closed and has no more. */
  public List<Output> queueDequeueUpTo(Operand handle, int n, List<DType> componentTypes) {
    Call call = call("QueueDequeueUpToV2");
    return outputs(
        call.node(handle, call.scalar("n", n))
            .attr("component_types", AttrValue.ofTypes(componentTypes))
            .build());
  }

  private NodeBuilder dequeue(String op, Operand handle, List<DType> componentTypes) {
    return node(op, handle).attr("component_types", AttrValue.ofTypes(componentTypes));
  }

  /** Lets no more elements in; with {@code cancelPending} not even those that already wait. */
  public Node queueClose(Operand handle, boolean cancelPending) {
    return node("QueueCloseV2", handle).attr("cancel_pending_enqueues", cancelPending).build();
  }

  /** Whether the queue is closed. */
  public Output queueIsClosed(Operand handle) {
    return op("QueueIsClosedV2", handle);
  }

  /** How many elements are in the queue. */
  public Output queueSize(Operand handle) {
    return op("QueueSizeV2", handle);
  }

  /** The bytes of every string as little-endian numbers. */
  public Output decodeRaw(Operand inputBytes, DType outType) {
    return node("DecodeRaw", inputBytes).attr("out_type", outType).build().output(0);
  }

  /** The bytes of every string as numbers, in either order of bytes. */
  public Output decodeRaw(Operand inputBytes, DType outType, boolean littleEndian) {
    return node("DecodeRaw", inputBytes)
        .attr("out_type", outType)
        .attr("little_endian", littleEndian)
        .build()
        .output(0);
  }

  /** The bytes of every string, cut or filled to a fixed length, as numbers. */
  public Output decodePaddedRaw(
      Operand inputBytes, Operand fixedLength, DType outType, boolean littleEndian) {
    return node("DecodePaddedRaw", inputBytes, fixedLength)
        .attr("out_type", outType)
        .attr("little_endian", littleEndian)
        .build()
        .output(0);
  }

  /** Every string in web-safe base64, without padding. */
  public Output encodeBase64(Operand input) {
    return op("EncodeBase64", input);
  }

  /** Every string in web-safe base64. */
  public Output encodeBase64(Operand input, boolean pad) {
    return node("EncodeBase64", input).attr("pad", pad).build().output(0);
  }

  /** The bytes that every string in web-safe base64 stands for. */
  public Output decodeBase64(Operand input) {
    return op("DecodeBase64", input);
  }

  /** Every string decompressed: {@code ZLIB}, {@code GZIP} or nothing. */
  public Output decodeCompressed(Operand bytes, String compressionType) {
    return node("DecodeCompressed", bytes)
        .attr("compression_type", compressionType)
        .build()
        .output(0);
  }

  /** The tensor that a serialized one, a scalar string, stands for. */
  public Output parseTensor(Operand serialized, DType outType) {
    return node("ParseTensor", serialized).attr("out_type", outType).build().output(0);
  }

  /** A tensor as one string. */
  public Output serializeTensor(Operand tensor) {
    return op("SerializeTensor", tensor);
  }
}
