package dev.weir.train.optimizer;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/** Follows the regularized leader: weights that matter little become exactly 0. */
public final class Ftrl extends Optimizer {
  private final float power;
  private final float initialAccumulator;
  private final float l1;
  private final float l2;

  private Ftrl(LearningRate rate, float power, float initialAccumulator, float l1, float l2) {
    super(rate);
    this.power = power;
    this.initialAccumulator = initialAccumulator;
    this.l1 = l1;
    this.l2 = l2;
  }

  /** With penalties for the sizes of weights and for their squares. */
  public static Ftrl of(float rate, float l1, float l2) {
    return of(LearningRate.of(rate), -0.5f, 0.1f, l1, l2);
  }

  /** All parameters. */
  public static Ftrl of(
      LearningRate rate, float power, float initialAccumulator, float l1, float l2) {
    return new Ftrl(rate, power, initialAccumulator, l1, l2);
  }

  @Override
  protected String name() {
    return "ftrl";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    return step.ops()
        .train
        .resourceApplyFtrl(
            variable.handle(),
            step.slot(variable, "accumulator", initialAccumulator).handle(),
            step.slot(variable, "linear", 0).handle(),
            gradient,
            step.rate(variable),
            step.number(variable, l1),
            step.number(variable, l2),
            step.number(variable, power));
  }

  @Override
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    return step.ops()
        .train
        .resourceSparseApplyFtrl(
            variable.handle(),
            step.slot(variable, "accumulator", initialAccumulator).handle(),
            step.slot(variable, "linear", 0).handle(),
            gradient.values(),
            gradient.indices(),
            step.rate(variable),
            step.number(variable, l1),
            step.number(variable, l2),
            step.number(variable, power));
  }
}
