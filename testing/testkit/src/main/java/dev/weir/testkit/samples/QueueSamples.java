package dev.weir.testkit.samples;

import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.Scenario;
import dev.weir.testkit.Values;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Samples of the ops on queues. None of them waits: that is for tests with several threads. */
final class QueueSamples {
  private QueueSamples() {}

  private static final List<DType> PAIR = List.of(DType.FLOAT32, DType.STRING);

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
            "first in, first out",
            Set.of(
                "FIFOQueueV2",
                "QueueEnqueueV2",
                "QueueEnqueueManyV2",
                "QueueDequeueV2",
                "QueueDequeueManyV2",
                "QueueDequeueUpToV2",
                "QueueCloseV2",
                "QueueIsClosedV2",
                "QueueSizeV2"),
            QueueSamples::fifo),
        Scenario.of(
            "queues of elements of any shape", Set.of("FIFOQueueV2"), QueueSamples::anyShape),
        Scenario.of(
            "a closed queue", Set.of("QueueCloseV2", "QueueIsClosedV2"), QueueSamples::closed),
        Scenario.of(
            "random order follows the seeds",
            Set.of("RandomShuffleQueueV2"),
            QueueSamples::shuffled),
        Scenario.of("smallest first", Set.of("PriorityQueueV2"), QueueSamples::priority),
        Scenario.of("padding", Set.of("PaddingFIFOQueueV2"), QueueSamples::padded),
        Scenario.of("what queues refuse", Set.of("QueueEnqueueV2"), QueueSamples::refused));
  }

  private static void fifo(Ops ops, Scenario.Steps steps) {
    Output queue =
        ops.withName("queue")
            .io
            .fifoQueue(PAIR, IoOps.QueueOptions.DEFAULT.withShapes(Shape.of(2), Shape.scalar()));
    Output numbers = ops.withName("numbers").placeholder(DType.FLOAT32);
    Output words = ops.withName("words").placeholder(DType.STRING);
    ops.withName("one").io.queueEnqueue(queue, List.of(numbers, words));
    ops.withName("many").io.queueEnqueueMany(queue, List.of(numbers, words));
    ops.withName("take").io.queueDequeue(queue, PAIR);
    Output n = ops.withName("n").placeholder(DType.INT32, Shape.scalar());
    ops.withName("take_many").io.queueDequeueMany(queue, n, PAIR);
    ops.withName("take_up_to").io.queueDequeueUpTo(queue, n, PAIR);
    ops.withName("size").io.queueSize(queue);
    ops.withName("close").io.queueClose(queue, false);
    ops.withName("is_closed").io.queueIsClosed(queue);
    steps.fetch("size:0", "is_closed:0");
    steps.runWith(
        Map.of("numbers:0", Tensors.vector(1f, 2f), "words:0", Tensors.scalar("a")), "one");
    steps.runWith(
        Map.of(
            "numbers:0", Values.range(5, 2).as(DType.FLOAT32),
            "words:0", Tensors.vector("b", "c", "d", "e", "f")),
        "many");
    steps.fetch("size:0");
    steps.fetch("take:0", "take:1");
    steps.fetchWith(Map.of("n:0", Tensors.scalar(2)), "take_many:0", "take_many:1");
    steps.fetchWith(Map.of("n:0", Tensors.scalar(0)), "take_many:0", "take_many:1");
    steps.fetchWith(Map.of("n:0", Tensors.scalar(1)), "take_up_to:0", "take_up_to:1");
    steps.refuseWith(Map.of("n:0", Tensors.scalar(-1)), "take_many:0");
    steps.fetch("size:0");
    steps.run("close");
    steps.fetch("is_closed:0");
    steps.refuseWith(Map.of("n:0", Tensors.scalar(3)), "take_many:0");
    steps.fetchWith(Map.of("n:0", Tensors.scalar(3)), "take_up_to:0", "take_up_to:1");
    steps.refuseWith(Map.of("n:0", Tensors.scalar(1)), "take_up_to:0");
    steps.refuse("take:0");
  }

  private static void anyShape(Ops ops, Scenario.Steps steps) {
    List<DType> types = List.of(DType.INT64);
    Output queue = ops.withName("queue").io.fifoQueue(types, IoOps.QueueOptions.DEFAULT);
    Output x = ops.withName("x").placeholder(DType.INT64);
    ops.withName("put").io.queueEnqueue(queue, List.of(x));
    ops.withName("take").io.queueDequeue(queue, types);
    ops.withName("take_many").io.queueDequeueMany(queue, 1, types);
    steps.runWith(Map.of("x:0", Tensors.scalar(1L)), "put");
    steps.runWith(Map.of("x:0", Tensors.vector(1L, 2L)), "put");
    steps.refuse("take_many:0");
    steps.fetch("take:0");
    steps.fetch("take:0");
  }

  private static void closed(Ops ops, Scenario.Steps steps) {
    List<DType> types = List.of(DType.INT64);
    Output queue = ops.withName("queue").io.fifoQueue(types, IoOps.QueueOptions.DEFAULT);
    ops.withName("put").io.queueEnqueue(queue, List.of(ops.constant(7L)));
    ops.withName("take").io.queueDequeue(queue, types);
    ops.withName("close").io.queueClose(queue, false);
    ops.withName("close_now").io.queueClose(queue, true);
    ops.withName("is_closed").io.queueIsClosed(queue);
    steps.run("put");
    steps.run("close_now");
    steps.fetch("is_closed:0");
    steps.refuseRun("put");
    steps.fetch("take:0");
    steps.refuse("take:0");
    steps.run("close_now");
  }

  private static void shuffled(Ops ops, Scenario.Steps steps) {
    List<DType> types = List.of(DType.INT32);
    IoOps.QueueOptions options = IoOps.QueueOptions.DEFAULT.withShapes(Shape.scalar());
    Output queue = ops.withName("queue").io.randomShuffleQueue(types, options, 2, 7, 11);
    ops.withName("put")
        .io
        .queueEnqueueMany(queue, List.of(ops.constant(new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9})));
    ops.withName("take").io.queueDequeue(queue, types);
    ops.withName("take_many").io.queueDequeueMany(queue, 5, types);
    ops.withName("rest").io.queueDequeueUpTo(queue, 5, types);
    ops.withName("close").io.queueClose(queue, false);
    ops.withName("size").io.queueSize(queue);
    steps.run("put");
    steps.fetch("take:0");
    steps.fetch("take:0");
    steps.fetch("take_many:0");
    steps.fetch("size:0");
    steps.run("put");
    steps.run("close");
    steps.fetch("take_many:0");
    steps.fetch("take:0");
    steps.fetch("rest:0");
  }

  private static void priority(Ops ops, Scenario.Steps steps) {
    IoOps.QueueOptions options = IoOps.QueueOptions.DEFAULT.withShapes(Shape.scalar());
    List<DType> taken = List.of(DType.INT64, DType.STRING);
    Output queue = ops.withName("queue").io.priorityQueue(List.of(DType.STRING), options);
    ops.withName("put")
        .io
        .queueEnqueueMany(
            queue,
            List.of(
                ops.constant(new long[] {5, -1, 7, 3}),
                ops.constant(Tensors.vector("e", "a", "g", "c"))));
    ops.withName("put_one").io.queueEnqueue(queue, List.of(ops.constant(4L), ops.constant("d")));
    ops.withName("take").io.queueDequeue(queue, taken);
    ops.withName("take_many").io.queueDequeueMany(queue, 3, taken);
    steps.run("put");
    steps.fetch("take:0", "take:1");
    steps.run("put_one");
    steps.fetch("take_many:0", "take_many:1");
    steps.fetch("take:0", "take:1");
  }

  private static void padded(Ops ops, Scenario.Steps steps) {
    IoOps.QueueOptions options =
        IoOps.QueueOptions.DEFAULT.withShapes(Shape.of(-1, 2), Shape.of(-1));
    Output queue = ops.withName("queue").io.paddingFifoQueue(PAIR, options);
    Output numbers = ops.withName("numbers").placeholder(DType.FLOAT32);
    Output words = ops.withName("words").placeholder(DType.STRING);
    ops.withName("put").io.queueEnqueue(queue, List.of(numbers, words));
    ops.withName("take").io.queueDequeue(queue, PAIR);
    ops.withName("take_many").io.queueDequeueMany(queue, 2, PAIR);
    ops.withName("take_none").io.queueDequeueMany(queue, 0, PAIR);
    for (int rows = 1; rows <= 3; rows++) {
      steps.runWith(
          Map.of(
              "numbers:0", Values.range(rows, 2).as(DType.FLOAT32),
              "words:0", Values.range(4 - rows).as(DType.STRING)),
          "put");
    }
    steps.refuseRunWith(
        Map.of("numbers:0", Values.range(2, 3).as(DType.FLOAT32), "words:0", Tensors.vector("a")),
        "put");
    steps.fetch("take_none:0", "take_none:1");
    steps.fetch("take_many:0", "take_many:1");
    steps.fetch("take:0", "take:1");
  }

  private static void refused(Ops ops, Scenario.Steps steps) {
    IoOps.QueueOptions options = IoOps.QueueOptions.DEFAULT.withShapes(Shape.of(2));
    List<DType> types = List.of(DType.FLOAT32);
    Output queue = ops.withName("queue").io.fifoQueue(types, options.withName("", "q"));
    Output twin = ops.withName("twin").io.fifoQueue(types, options.withName("", "q"));
    Output other =
        ops.withName("other").io.fifoQueue(types, options.withName("", "q").withCapacity(5));
    Output x = ops.withName("x").placeholder(DType.FLOAT32);
    ops.withName("put").io.queueEnqueue(queue, List.of(x));
    ops.withName("put_many").io.queueEnqueueMany(queue, List.of(x));
    ops.withName("put_number").io.queueEnqueue(queue, List.of(ops.constant(new int[] {1, 2})));
    ops.withName("put_two").io.queueEnqueue(queue, List.of(x, x));
    ops.withName("take_number").io.queueDequeue(queue, List.of(DType.INT32));
    ops.withName("take").io.queueDequeue(twin, types);
    ops.withName("size").io.queueSize(other);
    steps.refuseRunWith(Map.of("x:0", Tensors.vector(1f)), "put");
    steps.refuseRunWith(Map.of("x:0", Tensors.vector(1f, 2f)), "put_many");
    steps.refuseRunWith(Map.of("x:0", Tensors.scalar(1f)), "put_many");
    steps.refuseRunWith(Map.of("x:0", Tensors.vector(1f, 2f)), "put_two");
    steps.refuseRun("put_number");
    steps.runWith(Map.of("x:0", Tensors.vector(1f, 2f)), "put");
    steps.refuse("take_number:0");
    steps.refuse("size:0");
    steps.fetch("take:0");
  }
}
