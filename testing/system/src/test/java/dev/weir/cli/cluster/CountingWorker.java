package dev.weir.cli.cluster;

import dev.weir.checkpoint.Retention;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.Election;
import dev.weir.train.Model;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.RetryPolicy;
import dev.weir.train.TaskSaver;
import dev.weir.train.TrainingSession;
import dev.weir.train.TrainingTarget;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.optimizer.GradientDescent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A worker of a training in which every step adds 1 to all variables: a number on ps 0, a vector on
 * ps 1 and the global step. If they differ, values of different restores have mixed.
 */
final class CountingWorker {
  private static final RetryPolicy RETRIES =
      RetryPolicy.standard()
          .withTimeout(Duration.ofSeconds(60))
          .withInterval(Duration.ofMillis(20))
          .withLogInterval(Duration.ofSeconds(5));

  private final String target;
  final Model model;
  private final List<Output> counts;
  private final Node step;

  CountingWorker(String target, int index, int elements) {
    this(target, index, elements, 2);
  }

  /** A worker of a cluster with another number of parameter servers. */
  CountingWorker(String target, int index, int elements, int servers) {
    this.target = target;
    this.model =
        Model.create(new Graph(), 1, ReplicaDeviceSetter.of(servers, "/job:worker/task:" + index));
    Ops ops = model.ops();
    GraphVariable number = model.variable("number", ops.constant(0f));
    GraphVariable vector =
        model.variable(
            "vector",
            DType.FLOAT32,
            Shape.of(elements),
            there -> there.ops().array.fill(Shape.of(elements), ops.constant(0f)));
    Ops onPs1 = ops.colocateWith(vector.handle());
    Output axis = onPs1.constant(0);
    this.counts =
        List.of(number.read(), onPs1.math.min(vector, axis), onPs1.math.max(vector, axis));
    Output sum = ops.math.add(number, onPs1.math.sum(vector, axis));
    this.step = GradientDescent.of(1f).minimize(model, ops.math.neg(sum));
  }

  Session open() {
    return Session.connect(target, model.graph());
  }

  TaskSaver saver(Path folder) {
    return TaskSaver.of(model, folder.resolve("model"), Retention.last(3));
  }

  private TrainingTarget target() {
    return TrainingTarget.of(graph -> open()).retrying(RETRIES);
  }

  TrainingSession.Builder as(Role role) {
    return TrainingSession.of(model, target().as(role));
  }

  TrainingSession.Builder as(Election election) {
    return TrainingSession.of(model, target().electing(election));
  }

  void run(TrainingSession training, int steps) {
    for (int i = 0; i < steps; i++) {
      training.run(runner -> runner.addTarget(step));
    }
  }

  /** The number, read once: what fails is not tried again. */
  float number(TrainingSession training) {
    return training.runner().run(counts.getFirst()).getFloat(0);
  }

  /** The number, the least and the greatest element of the vector. */
  List<Float> counts(TrainingSession training) {
    List<Tensor> values = training.run(runner -> counts.forEach(runner::fetch));
    return values.stream().map(each -> each.getFloat(0)).toList();
  }
}
