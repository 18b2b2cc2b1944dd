package dev.weir.train.optimizer;

import dev.weir.autodiff.Gradient;
import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.train.Model;
import dev.weir.train.Optimizer;
import java.util.ArrayList;
import java.util.List;

/**
 * Gradients of several small batches as if they were one large one.
 *
 * {@snippet :
 * List<Update> updates = Optimizer.gradients(model, loss, model.trainable());
 * Node step = Adam.of(1e-3f).apply(model, GradientAccumulation.every(model, 4, updates));
 * }
 */
public final class GradientAccumulation {
  private GradientAccumulation() {}

  /**
   * The mean gradients of {@code batches} steps. They exist in every {@code batches}-th step; in
   * the others they are dead, so that nothing is updated and the model's global step stays. What
   * else a training step updates, such as the averages of normalization, is updated in all.
   */
  public static List<Optimizer.Update> every(
      Model model, int batches, List<Optimizer.Update> updates) {
    if (batches < 1) {
      throw WeirException.invalidArgument(
          "gradients of at least one batch are accumulated, got %d", batches);
    }
    Model inside = model.in("accumulation");
    Ops ops = inside.ops();
    GraphVariable count = inside.state("batches", ops.constant(0L));
    Node counted = count.assignAdd(ops.constant(1L));
    Output rest = ops.math.floorMod(count.after(counted).read(), ops.constant((long) batches));
    Output isFull = ops.math.equal(rest, ops.constant(0L));
    List<Optimizer.Update> full = new ArrayList<>();
    for (Optimizer.Update update : updates) {
      full.add(accumulated(inside, update, isFull, batches));
    }
    return full;
  }

  private static Optimizer.Update accumulated(
      Model inside, Optimizer.Update update, Output isFull, int batches) {
    GraphVariable variable = update.variable();
    Ops ops = inside.ops().colocateWith(variable.handle());
    Output like = variable.initializer().input(1);
    GraphVariable sum =
        inside.companion(
            variable, "sum", ops.control.ensureShape(ops.array.zerosLike(like), variable.shape()));
    Node added = sum.assignAdd(update.gradient().dense(ops.scope()));
    Output total = sum.after(added).read();
    Output taken = ops.control.switchOn(total, isFull).whenTrue();
    // dead unless the sum is taken, so that it is emptied only then, and after it was read
    Output zeros = ops.control.switchOn(ops.array.zerosLike(total), isFull).whenTrue();
    inside.update(sum.after(total.node()).assign(zeros));
    Output factor = ops.math.cast(ops.constant(1f / batches), variable.dtype());
    return new Optimizer.Update(variable, new Gradient.Dense(ops.math.mul(taken, factor)));
  }
}
