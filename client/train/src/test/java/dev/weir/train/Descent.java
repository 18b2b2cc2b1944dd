package dev.weir.train;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.train.TrainingTarget.Role;
import dev.weir.train.optimizer.GradientDescent;
import java.time.Duration;

/** The smallest training there is: {@code w} goes from 0 to 3, on tasks that devices play. */
public final class Descent {
  public static final RetryPolicy SHORT =
      new RetryPolicy(Duration.ofSeconds(20), Duration.ofMillis(2), Duration.ofMillis(50), 20);

  public final Tasks tasks;
  public final Model model;
  public final GraphVariable w;
  public final Output loss;
  public final Node step;
  public int opened;

  public Descent(Tasks tasks, int worker) {
    this.tasks = tasks;
    this.model =
        Model.create(new Graph(), 1, ReplicaDeviceSetter.of(1, "/job:worker/task:" + worker));
    Ops ops = model.ops();
    this.w = model.variable("w", ops.constant(0f));
    this.loss = ops.withName("loss").math.square(ops.math.sub(w, ops.constant(3f)));
    this.step = GradientDescent.of(0.1f).minimize(model, loss);
  }

  /** A training on one ps task and one worker of its own. */
  public static Descent alone() {
    return new Descent(new Tasks(1, 1), 0);
  }

  public Session open() {
    opened++;
    return Session.open(model.graph(), tasks.config());
  }

  public TrainingSetup chief() {
    return new TrainingSetup(model, TrainingTarget.of(graph -> open()).as(Role.CHIEF))
        .retrying(SHORT);
  }

  public TrainingSetup worker() {
    return new TrainingSetup(model, TrainingTarget.of(graph -> open()).as(Role.WORKER))
        .retrying(SHORT);
  }

  public void prepare(Runner runner) {
    runner.addTarget(step);
  }

  /** Makes so many steps. */
  public void run(TrainingSession training, int steps) {
    for (int i = 0; i < steps; i++) {
      training.run(this::prepare);
    }
  }
}
