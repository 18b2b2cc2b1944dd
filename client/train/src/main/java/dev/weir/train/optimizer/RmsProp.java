package dev.weir.train.optimizer;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/** Gradients over the root of the mean of their recent squares, with momentum if asked for. */
public final class RmsProp extends Optimizer {
  private final float decay;
  private final float momentum;
  private final float epsilon;

  private RmsProp(LearningRate rate, float decay, float momentum, float epsilon) {
    super(rate);
    this.decay = decay;
    this.momentum = momentum;
    this.epsilon = epsilon;
  }

  public static RmsProp of(float rate) {
    return of(LearningRate.of(rate), 0.9f, 0, 1e-10f);
  }

  /**
   * All parameters.
   *
   * @param decay how slowly the mean moves
   * @param epsilon what keeps divisors from 0
   */
  public static RmsProp of(LearningRate rate, float decay, float momentum, float epsilon) {
    return new RmsProp(rate, decay, momentum, epsilon);
  }

  @Override
  protected String name() {
    return "rms_prop";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    return step.ops()
        .train
        .resourceApplyRMSProp(
            variable.handle(),
            step.slot(variable, "mean_square", 1).handle(),
            step.slot(variable, "momentum", 0).handle(),
            step.rate(variable),
            step.number(variable, decay),
            step.number(variable, momentum),
            step.number(variable, epsilon),
            gradient);
  }

  @Override
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    return step.ops()
        .train
        .resourceSparseApplyRMSProp(
            variable.handle(),
            step.slot(variable, "mean_square", 1).handle(),
            step.slot(variable, "momentum", 0).handle(),
            step.rate(variable),
            step.number(variable, decay),
            step.number(variable, momentum),
            step.number(variable, epsilon),
            gradient.values(),
            gradient.indices());
  }
}
