package dev.weir.train.optimizer;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/** Against the gradient: {@code w -= rate · g}. */
public final class GradientDescent extends Optimizer {
  private GradientDescent(LearningRate rate) {
    super(rate);
  }

  public static GradientDescent of(float rate) {
    return of(LearningRate.of(rate));
  }

  public static GradientDescent of(LearningRate rate) {
    return new GradientDescent(rate);
  }

  @Override
  protected String name() {
    return "gradient_descent";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    return step.ops()
        .train
        .resourceApplyGradientDescent(variable.handle(), step.rate(variable), gradient);
  }

  @Override
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    Output change = step.ops().math.mul(gradient.values(), step.rate(variable));
    return step.ops().state.resourceScatterSub(variable.handle(), gradient.indices(), change);
  }
}
