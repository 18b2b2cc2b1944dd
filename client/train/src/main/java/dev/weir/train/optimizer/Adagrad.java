package dev.weir.train.optimizer;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/** Smaller steps where gradients were large: {@code a += g²; w -= rate · g / √a}. */
public final class Adagrad extends Optimizer {
  private static final float INITIAL = 0.1f;

  private final float initialAccumulator;

  private Adagrad(LearningRate rate, float initialAccumulator) {
    super(rate);
    this.initialAccumulator = initialAccumulator;
  }

  public static Adagrad of(float rate) {
    return of(LearningRate.of(rate), INITIAL);
  }

  public static Adagrad of(LearningRate rate, float initialAccumulator) {
    return new Adagrad(rate, initialAccumulator);
  }

  @Override
  protected String name() {
    return "adagrad";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    return step.ops()
        .train
        .resourceApplyAdagrad(
            variable.handle(),
            step.slot(variable, "accumulator", initialAccumulator).handle(),
            step.rate(variable),
            gradient);
  }

  @Override
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    return step.ops()
        .train
        .resourceSparseApplyAdagrad(
            variable.handle(),
            step.slot(variable, "accumulator", initialAccumulator).handle(),
            step.rate(variable),
            gradient.values(),
            gradient.indices());
  }
}
