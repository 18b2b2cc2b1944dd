package dev.weir.train;

import dev.weir.checkpoint.Retention;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.optimizer.GradientDescent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A worker that trains {@code a}, on server 0, and {@code b}, on server 1, from 0 to 3. */
final class TwoServers {
  static final RetryPolicy SHORT =
      new RetryPolicy(Duration.ofSeconds(20), Duration.ofMillis(2), Duration.ofSeconds(5), 20);

  final Tasks tasks;
  final Model model;
  final GraphVariable a;
  final GraphVariable b;
  final Node step;
  int opened;

  TwoServers(Tasks tasks, int worker) {
    this.tasks = tasks;
    this.model =
        Model.create(new Graph(), 1, ReplicaDeviceSetter.of(2, "/job:worker/task:" + worker));
    Ops ops = model.ops();
    this.a = model.variable("a", ops.constant(0f));
    this.b = model.variable("b", ops.constant(0f));
    Output target = ops.constant(3f);
    this.step =
        GradientDescent.of(0.1f)
            .minimize(
                model,
                ops.math.add(
                    ops.math.square(ops.math.sub(a, target)),
                    ops.math.square(ops.math.sub(b, target))));
  }

  Session open() {
    opened++;
    return Session.open(model.graph(), tasks.config());
  }

  TaskSaver saver(Path folder) {
    return TaskSaver.of(model, folder.resolve("model"), Retention.last(3));
  }

  TrainingSetup as(Role role) {
    return new TrainingSetup(model, TrainingTarget.of(graph -> open()).as(role)).retrying(SHORT);
  }

  TrainingSetup electing(Election election) {
    return new TrainingSetup(model, TrainingTarget.of(graph -> open()).electing(election))
        .retrying(SHORT);
  }

  void run(TrainingSession training, int steps) {
    for (int i = 0; i < steps; i++) {
      training.run(runner -> runner.addTarget(step));
    }
  }

  /** The values of both variables. */
  List<Float> values(TrainingSession training) {
    List<Tensor> both = training.run(runner -> runner.fetch(a).fetch(b));
    return both.stream().map(each -> each.getFloat(0)).toList();
  }
}
