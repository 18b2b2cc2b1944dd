package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps gradients that are computed in float16 or bfloat16 from vanishing: the loss is made larger
 * before it is differentiated, and the gradients smaller afterward. A step whose gradients are not
 * finite is left out and the scale is halved; after {@code period} good steps it is doubled.
 *
 * {@snippet :
 * LossScale scale = LossScale.dynamic();
 * Node step = Adam.of(1e-3f).apply(model, scale.gradients(model, loss, model.trainable()));
 * }
 *
 * @param initial what the scale starts as
 * @param period how many good steps come before it is doubled
 */
public record LossScale(float initial, int period) {
  private static final float LOWEST = 1;
  private static final float HIGHEST = 1 << 24;

  public LossScale {
    if (!(initial >= LOWEST && initial <= HIGHEST) || period < 1) {
      throw WeirException.invalidArgument(
          "a loss scale starts in [%s, %s] and has a period of at least 1, got %s and %d",
          LOWEST, HIGHEST, initial, period);
    }
  }

  /** Starting at 32768, doubled after 2000 good steps. */
  public static LossScale dynamic() {
    return new LossScale(1 << 15, 2000);
  }

  /**
   * The gradients of a loss, by way of the scaled one. In a step in which one of them is not finite
   * all are dead, so that nothing is updated and the model's global step stays.
   */
  public List<Optimizer.Update> gradients(
      Model model, Operand loss, List<GraphVariable> variables) {
    Model inside = model.in("loss_scale");
    Ops ops = inside.ops();
    GraphVariable scale = inside.state("scale", ops.constant(initial));
    GraphVariable good = inside.state("good_steps", ops.constant(0));
    Output whole = ops.math.cast(model.withPenalties(loss), DType.FLOAT32);
    List<Optimizer.Update> scaled = Optimizer.ofWhole(model, ops.math.mul(whole, scale), variables);
    Output isFinite = isFinite(ops, scaled);
    adjust(inside, scale, good, isFinite);
    Output factor = ops.math.reciprocal(scale);
    return scaled.stream()
        .map(
            update ->
                update.mapped(
                    values ->
                        ops.math.mul(
                            ops.control.switchOn(values, isFinite).whenTrue(),
                            ops.math.cast(factor, values.dtype()))))
        .toList();
  }

  /** Whether every element of every gradient is. */
  private static Output isFinite(Ops ops, List<Optimizer.Update> updates) {
    List<Output> each = new ArrayList<>();
    for (Optimizer.Update update : updates) {
      update.mapped(
          values -> {
            Output flat = ops.array.reshape(values, -1);
            each.add(ops.math.reduceAll(ops.math.isFinite(flat), 0));
            return values;
          });
    }
    return each.stream().reduce(ops.math::logicalAnd).orElseThrow();
  }

  private void adjust(Model inside, GraphVariable scale, GraphVariable good, Output isFinite) {
    Ops ops = inside.ops();
    Output next = ops.math.add(good, ops.constant(1));
    Output isTime = ops.math.greaterEqual(next, ops.constant(period));
    Output higher = ops.math.minimum(ops.math.mul(scale, ops.constant(2f)), ops.constant(HIGHEST));
    Output lower = ops.math.maximum(ops.math.mul(scale, ops.constant(0.5f)), ops.constant(LOWEST));
    Output kept = ops.array.select(isTime, higher, scale);
    Output none = ops.constant(0);
    Output counted = ops.array.select(isTime, none, next);
    inside.update(scale.assign(ops.array.select(isFinite, kept, lower)));
    inside.update(good.assign(ops.array.select(isFinite, counted, none)));
  }
}
