package dev.weir.train.optimizer;

import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/**
 * Averages of gradients over the root of averages of their squares, both corrected for starting at
 * 0. With weight decay (AdamW) weights also shrink by a part of themselves in every step, which the
 * averages do not see.
 *
 * <p>Of a gradient that has only some rows, only those rows of the variable and of its averages
 * change.
 */
public final class Adam extends Optimizer {
  private final float beta1;
  private final float beta2;
  private final float epsilon;
  private final float weightDecay;

  private Adam(LearningRate rate, float beta1, float beta2, float epsilon, float weightDecay) {
    super(rate);
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.epsilon = epsilon;
    this.weightDecay = weightDecay;
  }

  public static Adam of(float rate) {
    return of(LearningRate.of(rate));
  }

  public static Adam of(LearningRate rate) {
    return of(rate, 0.9f, 0.999f, 1e-8f);
  }

  /**
   * All parameters.
   *
   * @param beta1 how slowly the average of gradients moves
   * @param beta2 how slowly the average of their squares moves
   * @param epsilon what keeps divisors from 0
   */
  public static Adam of(LearningRate rate, float beta1, float beta2, float epsilon) {
    return new Adam(rate, beta1, beta2, epsilon, 0);
  }

  /** Adds weight decay: AdamW. */
  public Adam withWeightDecay(float decay) {
    return new Adam(rate(), beta1, beta2, epsilon, decay);
  }

  @Override
  protected String name() {
    return weightDecay == 0 ? "adam" : "adam_w";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    Ops ops = step.ops();
    if (weightDecay != 0) {
      Output part = ops.math.mul(step.rate(variable), step.number(variable, weightDecay));
      Node shrunk = variable.assignSub(ops.math.mul(part, variable));
      ops = ops.withControlDependencies(shrunk);
    }
    return ops.train.resourceApplyAdam(
        variable.handle(),
        step.slot(variable, "m", 0).handle(),
        step.slot(variable, "v", 0).handle(),
        power(step, variable, beta1),
        power(step, variable, beta2),
        step.rate(variable),
        step.number(variable, beta1),
        step.number(variable, beta2),
        step.number(variable, epsilon),
        gradient);
  }

  @Override
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    Ops ops = step.ops();
    Output one = step.number(variable, 1);
    Output square = ops.math.square(gradient.values());
    GraphVariable m = step.slot(variable, "m", 0);
    GraphVariable v = step.slot(variable, "v", 0);
    Output mean = moved(step, m, beta1, gradient.values(), gradient.indices());
    Output spread = moved(step, v, beta2, square, gradient.indices());
    Output correction =
        ops.math.realDiv(
            ops.math.sqrt(ops.math.sub(one, power(step, variable, beta2))),
            ops.math.sub(one, power(step, variable, beta1)));
    Output change =
        ops.math.realDiv(
            ops.math.mul(ops.math.mul(step.rate(variable), correction), mean),
            ops.math.add(ops.math.sqrt(spread), step.number(variable, epsilon)));
    if (weightDecay != 0) {
      Output part = ops.math.mul(step.rate(variable), step.number(variable, weightDecay));
      change = ops.math.add(change, ops.math.mul(part, variable.gather(gradient.indices())));
    }
    Node[] kept = {
      m.scatterUpdate(gradient.indices(), mean), v.scatterUpdate(gradient.indices(), spread)
    };
    return variable.after(kept).scatterSub(gradient.indices(), change);
  }

  /** Rows of an average, moved toward new values. */
  private static Output moved(
      OptimizerStep step, GraphVariable average, float beta, Output values, Output indices) {
    Ops ops = step.ops();
    return ops.math.add(
        ops.math.mul(step.number(average, beta), average.gather(indices)),
        ops.math.mul(step.number(average, 1 - beta), values));
  }

  /** {@code beta} to the number of steps, this one included. */
  private static Output power(OptimizerStep step, GraphVariable variable, float beta) {
    Ops ops = step.ops();
    Output count = ops.math.add(step.past(variable), step.number(variable, 1));
    return ops.math.pow(step.number(variable, beta), count);
  }
}
