package dev.weir.train.optimizer;

import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.LearningRate;
import dev.weir.train.Optimizer;
import dev.weir.train.OptimizerStep;

/**
 * Adam with decay whose step is scaled, variable by variable, by the norm of the variable over that
 * of the step: for large batches.
 */
public final class Lamb extends Optimizer {
  private final float beta1;
  private final float beta2;
  private final float epsilon;
  private final float weightDecay;

  private Lamb(LearningRate rate, float beta1, float beta2, float epsilon, float weightDecay) {
    super(rate);
    this.beta1 = beta1;
    this.beta2 = beta2;
    this.epsilon = epsilon;
    this.weightDecay = weightDecay;
  }

  public static Lamb of(float rate, float weightDecay) {
    return of(LearningRate.of(rate), 0.9f, 0.999f, 1e-6f, weightDecay);
  }

  /** All parameters; see {@link Adam}. */
  public static Lamb of(
      LearningRate rate, float beta1, float beta2, float epsilon, float weightDecay) {
    return new Lamb(rate, beta1, beta2, epsilon, weightDecay);
  }

  @Override
  protected String name() {
    return "lamb";
  }

  @Override
  protected Node dense(OptimizerStep step, GraphVariable variable, Output gradient) {
    Ops ops = step.ops();
    GraphVariable m = step.slot(variable, "m", 0);
    GraphVariable v = step.slot(variable, "v", 0);
    Output mean = moved(step, m, beta1, gradient);
    Output spread = moved(step, v, beta2, ops.math.square(gradient));
    Output direction =
        ops.math.realDiv(
            corrected(step, variable, mean, beta1),
            ops.math.add(
                ops.math.sqrt(corrected(step, variable, spread, beta2)),
                step.number(variable, epsilon)));
    direction = ops.math.add(direction, ops.math.mul(step.number(variable, weightDecay), variable));
    Output change =
        ops.math.mul(
            ops.math.mul(step.rate(variable), trust(step, variable, direction)), direction);
    return variable.after(m.assign(mean), v.assign(spread)).assignSub(change);
  }

  private static Output moved(OptimizerStep step, GraphVariable average, float beta, Output value) {
    Ops ops = step.ops();
    return ops.math.add(
        ops.math.mul(step.number(average, beta), average),
        ops.math.mul(step.number(average, 1 - beta), value));
  }

  /** An average over {@code 1 - beta} to the number of steps, this one included. */
  private static Output corrected(
      OptimizerStep step, GraphVariable variable, Output average, float beta) {
    Ops ops = step.ops();
    Output one = step.number(variable, 1);
    Output power =
        ops.math.pow(step.number(variable, beta), ops.math.add(step.past(variable), one));
    return ops.math.realDiv(average, ops.math.sub(one, power));
  }

  /** The norm of the variable over that of the direction; 1 if either is 0. */
  private static Output trust(OptimizerStep step, GraphVariable variable, Output direction) {
    Ops ops = step.ops();
    Output size = norm(ops, variable.asOutput());
    Output length = norm(ops, direction);
    Output zero = step.number(variable, 0);
    Output one = step.number(variable, 1);
    Output usable =
        ops.math.logicalAnd(ops.math.greater(size, zero), ops.math.greater(length, zero));
    return ops.array.select(usable, ops.math.divNoNan(size, length), one);
  }

  private static Output norm(Ops ops, Output x) {
    Output flat = ops.array.reshape(x, -1);
    return ops.math.sqrt(ops.math.sum(ops.math.square(flat), 0));
  }
}
