package dev.weir.train.session;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.train.Model;
import dev.weir.train.optimizer.GradientDescent;
import dev.weir.train.session.TrainingSession.Role;
import java.time.Duration;

/** The smallest training there is: {@code w} goes from 0 to 3, on tasks that devices play. */
final class Descent {
  static final RetryPolicy SHORT =
      new RetryPolicy(Duration.ofSeconds(20), Duration.ofMillis(2), Duration.ofMillis(50));

  final Tasks tasks;
  final Model model;
  final GraphVariable w;
  final Output loss;
  final Node step;
  int opened;

  Descent(Tasks tasks, int worker) {
    this.tasks = tasks;
    this.model =
        Model.create(new Graph(), 1, ReplicaDeviceSetter.of(1, "/job:worker/task:" + worker));
    Ops ops = model.ops();
    this.w = model.variable("w", ops.constant(0f));
    this.loss = ops.withName("loss").math.square(ops.math.sub(w, ops.constant(3f)));
    this.step = GradientDescent.of(0.1f).minimize(model, loss);
  }

  /** A training on one ps task and one worker of its own. */
  static Descent alone() {
    return new Descent(new Tasks(1, 1), 0);
  }

  Session open() {
    opened++;
    return Session.open(model.graph(), tasks.config());
  }

  TrainingSession.Builder chief() {
    return TrainingSession.of(model, this::open, Role.CHIEF).patience(SHORT);
  }

  TrainingSession.Builder worker() {
    return TrainingSession.of(model, this::open, Role.WORKER).patience(SHORT);
  }

  void prepare(Runner runner) {
    runner.addTarget(step);
  }

  /** Makes so many steps. */
  void run(TrainingSession training, int steps) {
    for (int i = 0; i < steps; i++) {
      training.run(this::prepare);
    }
  }
}
