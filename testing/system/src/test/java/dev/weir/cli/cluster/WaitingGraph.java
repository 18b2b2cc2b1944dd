package dev.weir.cli.cluster;

import dev.weir.cluster.TaskId;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;

/**
 * A graph over three tasks whose step waits on one of them until another step feeds it: {@code
 * sum(taken + big)}, with the value taken from a queue on the task that waits, the sum on ps, and
 * the result on worker 1.
 */
final class WaitingGraph {
  private static final int BIG = 1 << 20;

  final Graph graph = new Graph();
  final Output big;
  final Output result;
  final Output negated;
  final Output index;
  final Output failing;
  final Node put;

  WaitingGraph(TaskId waiting, String queueName) {
    Ops ops = Ops.create(graph);
    Ops there = ops.withDevice(waiting.name());
    Output queue =
        there.io.fifoQueue(
            List.of(DType.FLOAT32), IoOps.QueueOptions.DEFAULT.withName("", queueName));
    Output taken = there.io.queueDequeue(queue, List.of(DType.FLOAT32)).get(0);
    put = there.io.queueEnqueue(queue, List.of(there.constant(7f)));
    big = ops.withName("big").placeholder(DType.FLOAT32, Shape.of(BIG));
    Ops ps = ops.withDevice(ProcessCluster.PS.name());
    Output sum = ps.math.sum(ps.math.add(taken, big), 0);
    result = ops.withDevice(ProcessCluster.WORKER.name()).withName("result").math.add(sum, sum);
    negated = ops.withDevice(ProcessCluster.CHIEF.name()).math.neg(result);
    Ops worker = ops.withDevice(ProcessCluster.WORKER.name());
    index = worker.withName("index").placeholder(DType.INT32, Shape.of());
    failing =
        worker.withName("out_of_range").array.gather(worker.constant(new float[] {1f}), index);
  }

  /** Runs the step that waits. */
  float run(Session session, RunOptions options) {
    return run(session, result, options);
  }

  /** Runs a step that has a part on every task. */
  float runEverywhere(Session session) {
    return -run(session, negated, RunOptions.DEFAULT);
  }

  private float run(Session session, Output fetched, RunOptions options) {
    List<Tensor> got =
        session
            .runner()
            .feed(big, Tensors.zeros(DType.FLOAT32, Shape.of(BIG)))
            .fetch(fetched)
            .options(options)
            .run();
    return got.get(0).getFloat(0);
  }

  /** Lets one step that waits go on. */
  void release(Session session) {
    session.runner().addTarget(put).run();
  }

  /** What a step that was let go on gives. */
  static float expected() {
    return 2 * 7f * BIG;
  }
}
