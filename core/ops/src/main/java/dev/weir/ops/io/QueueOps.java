package dev.weir.ops.io;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Builds nodes: queues, by which steps hand elements to each other. A step that has to wait for a
 * queue holds no worker; it ends with its deadline, or when it is cancelled.
 */
public final class QueueOps {
  private final Scope scope;

  public QueueOps(Scope scope) {
    this.scope = scope;
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
  public record Options(List<Shape> shapes, long capacity, String container, String sharedName) {
    /** Elements of any shape, any number of them, in the default container. */
    public static final Options DEFAULT = new Options(List.of(), -1, "", "");

    public Options {
      shapes = List.copyOf(shapes);
    }

    /** The same with these shapes of the components. */
    public Options withShapes(Shape... others) {
      return new Options(List.of(others), capacity, container, sharedName);
    }

    /** The same for so many elements. */
    public Options withCapacity(long elements) {
      return new Options(shapes, elements, container, sharedName);
    }

    /** The same under a name of its own. */
    public Options withName(String newContainer, String newName) {
      return new Options(shapes, capacity, newContainer, newName);
    }
  }

  private NodeBuilder queue(String op, List<DType> componentTypes, Options options) {
    return scope
        .node(op)
        .attr("component_types", AttrValue.ofTypes(componentTypes))
        .attr("shapes", AttrValue.ofShapes(options.shapes()))
        .attr("capacity", options.capacity())
        .attr("container", options.container())
        .attr("shared_name", options.sharedName());
  }

  /** A queue that elements leave in the order in which they came. */
  public Output fifoQueue(List<DType> componentTypes, Options options) {
    return queue("FIFOQueueV2", componentTypes, options).build().output(0);
  }

  /** The same; elements taken together are padded with 0 where the shapes leave sizes open. */
  public Output paddingFifoQueue(List<DType> componentTypes, Options options) {
    return queue("PaddingFIFOQueueV2", componentTypes, options).build().output(0);
  }

  /**
   * A queue that elements leave in random order, the same for the same seeds; any if both are 0.
   * Until it is closed {@code minAfterDequeue} elements stay in it.
   */
  public Output randomShuffleQueue(
      List<DType> componentTypes, Options options, long minAfterDequeue, long seed, long seed2) {
    return queue("RandomShuffleQueueV2", componentTypes, options)
        .attr("min_after_dequeue", minAfterDequeue)
        .attr("seed", seed)
        .attr("seed2", seed2)
        .build()
        .output(0);
  }

  /** A queue that elements leave by an int64 scalar that goes before their components. */
  public Output priorityQueue(List<DType> componentTypes, Options options) {
    return queue("PriorityQueueV2", componentTypes, options).build().output(0);
  }

  /** Puts an element in; waits while the queue is full. */
  public Node queueEnqueue(Operand handle, List<? extends Operand> components) {
    return scope.node("QueueEnqueueV2").input(handle).inputList(components).build();
  }

  /** Puts elements in that are put together along the first dimension. */
  public Node queueEnqueueMany(Operand handle, List<? extends Operand> components) {
    return scope.node("QueueEnqueueManyV2").input(handle).inputList(components).build();
  }

  /** Takes an element out; waits until there is one. */
  public List<Output> queueDequeue(Operand handle, List<DType> componentTypes) {
    return outputs(dequeue("QueueDequeueV2", handle, componentTypes));
  }

  /** Takes {@code n} elements out, put together along a new first dimension. */
  public List<Output> queueDequeueMany(Operand handle, Operand n, List<DType> componentTypes) {
    return outputs(dequeue("QueueDequeueManyV2", handle, componentTypes).input(n));
  }

  /** The same, or fewer if the queue is closed and has no more. */
  public List<Output> queueDequeueUpTo(Operand handle, Operand n, List<DType> componentTypes) {
    return outputs(dequeue("QueueDequeueUpToV2", handle, componentTypes).input(n));
  }

  private NodeBuilder dequeue(String op, Operand handle, List<DType> componentTypes) {
    return scope.node(op).input(handle).attr("component_types", AttrValue.ofTypes(componentTypes));
  }

  private static List<Output> outputs(NodeBuilder builder) {
    Node node = builder.build();
    return IntStream.range(0, node.outputCount()).mapToObj(node::output).toList();
  }

  /** Lets no more elements in; with {@code cancelPending} not even those that already wait. */
  public Node queueClose(Operand handle, boolean cancelPending) {
    return scope
        .node("QueueCloseV2")
        .input(handle)
        .attr("cancel_pending_enqueues", cancelPending)
        .build();
  }

  /** Whether the queue is closed. */
  public Output queueIsClosed(Operand handle) {
    return scope.node("QueueIsClosedV2").input(handle).build().output(0);
  }

  /** How many elements are in the queue. */
  public Output queueSize(Operand handle) {
    return scope.node("QueueSizeV2").input(handle).build().output(0);
  }
}
