package dev.weir.train.optimizer;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/**
 * With a memory of the way so far: {@code v = momentum · v + g; w -= rate · v}; with Nesterov's
 * correction {@code w -= rate · (g + momentum · v)}.
 */
public final class Momentum extends Optimizer {
  private final float momentum;
  private final boolean nesterov;

  private Momentum(LearningRate rate, float momentum, boolean nesterov) {
    super(rate);
    this.momentum = momentum;
    this.nesterov = nesterov;
  }

  public static Momentum of(float rate, float momentum) {
    return of(LearningRate.of(rate), momentum);
  }

  public static Momentum of(LearningRate rate, float momentum) {
    return new Momentum(rate, momentum, false);
  }

  /** With Nesterov's correction. */
  public static Momentum nesterov(LearningRate rate, float momentum) {
    return new Momentum(rate, momentum, true);
  }

  @Override
  protected String name() {
    return "momentum";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    return step.ops()
        .train
        .resourceApplyMomentum(
            variable.handle(),
            step.slot(variable, "momentum", 0).handle(),
            step.rate(variable),
            gradient,
            step.number(variable, momentum),
            nesterov);
  }

  @Override
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    return step.ops()
        .train
        .resourceSparseApplyMomentum(
            variable.handle(),
            step.slot(variable, "momentum", 0).handle(),
            step.rate(variable),
            gradient.values(),
            gradient.indices(),
            step.number(variable, momentum),
            nesterov);
  }
}
