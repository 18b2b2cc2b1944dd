package dev.weir.train.optimizer;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/** Steps in proportion to earlier ones, over the size of recent gradients. */
public final class Adadelta extends Optimizer {
  private final float rho;
  private final float epsilon;

  private Adadelta(LearningRate rate, float rho, float epsilon) {
    super(rate);
    this.rho = rho;
    this.epsilon = epsilon;
  }

  public static Adadelta of(float rate) {
    return of(LearningRate.of(rate), 0.95f, 1e-8f);
  }

  /**
   * All parameters.
   *
   * @param rho how slowly the averages move
   * @param epsilon what keeps divisors from 0
   */
  public static Adadelta of(LearningRate rate, float rho, float epsilon) {
    return new Adadelta(rate, rho, epsilon);
  }

  @Override
  protected String name() {
    return "adadelta";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    return step.ops()
        .train
        .resourceApplyAdadelta(
            variable.handle(),
            step.slot(variable, "gradients", 0).handle(),
            step.slot(variable, "updates", 0).handle(),
            step.rate(variable),
            step.number(variable, rho),
            step.number(variable, epsilon),
            gradient);
  }

  @Override
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    return step.ops()
        .train
        .resourceSparseApplyAdadelta(
            variable.handle(),
            step.slot(variable, "gradients", 0).handle(),
            step.slot(variable, "updates", 0).handle(),
            step.rate(variable),
            step.number(variable, rho),
            step.number(variable, epsilon),
            gradient.values(),
            gradient.indices());
  }
}
