package dev.weir.train.optimizer;

import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.train.Model;
import dev.weir.train.Optimizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Keeps gradients from growing too large, between computing and applying them. */
public final class Clipping {
  private Clipping() {}

  /** Every element between {@code -limit} and {@code limit}. */
  public static List<Optimizer.Update> byValue(
      Model model, List<Optimizer.Update> updates, float limit) {
    Ops ops = model.ops();
    return each(
        updates,
        values ->
            ops.math.clipByValue(values, number(ops, values, -limit), number(ops, values, limit)));
  }

  /** Every gradient scaled down to this norm if its own is larger. */
  public static List<Optimizer.Update> byNorm(
      Model model, List<Optimizer.Update> updates, float limit) {
    Ops ops = model.ops();
    return each(updates, values -> scaled(ops, values, squareSum(ops, List.of(values)), limit));
  }

  /** All gradients scaled down together if the norm of all of them is larger than this. */
  public static List<Optimizer.Update> byGlobalNorm(
      Model model, List<Optimizer.Update> updates, float limit) {
    Ops ops = model.ops();
    List<Output> all = new ArrayList<>();
    each(
        updates,
        values -> {
          all.add(values);
          return values;
        });
    Output total = squareSum(ops, all);
    return each(updates, values -> scaled(ops, values, total, limit));
  }

  /** The norm of all gradients together, a float32 scalar. */
  public static Output globalNorm(Model model, List<Optimizer.Update> updates) {
    List<Output> all = new ArrayList<>();
    each(
        updates,
        values -> {
          all.add(values);
          return values;
        });
    return model.ops().math.sqrt(squareSum(model.ops(), all));
  }

  private static List<Optimizer.Update> each(
      List<Optimizer.Update> updates, UnaryOperator<Output> change) {
    return updates.stream().map(update -> update.mapped(change)).toList();
  }

  private static Output squareSum(Ops ops, List<Output> gradients) {
    List<Output> halves = new ArrayList<>();
    for (Output gradient : gradients) {
      halves.add(ops.math.cast(ops.nn.l2Loss(gradient), DType.FLOAT32));
    }
    return ops.math.mul(ops.constant(2f), ops.math.addN(halves));
  }

  /** {@code limit / max(norm, limit)} of a gradient. */
  private static Output scaled(Ops ops, Output values, Output squareSum, float limit) {
    Output norm = ops.math.maximum(ops.math.sqrt(squareSum), ops.constant(limit));
    Output factor = ops.math.realDiv(ops.constant(limit), norm);
    return ops.math.mul(values, ops.math.cast(factor, values.dtype()));
  }

  private static Output number(Ops ops, Output like, float value) {
    return ops.math.cast(ops.constant(value), like.dtype());
  }
}
