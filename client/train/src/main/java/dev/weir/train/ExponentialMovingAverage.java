package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Averages of the trained variables of a model, which often do better than the variables
 * themselves: {@code average = decay · average + (1 - decay) · variable} after every step.
 *
 * {@snippet :
 * ExponentialMovingAverage average = ExponentialMovingAverage.of(model, 0.999f);
 * Node step = average.after(Adam.of(1e-3f).minimize(model, loss));
 * Node swap = average.swap();
 * …
 * session.runner().addTarget(swap).run(); // evaluate, save; then swap back
 * }
 *
 * <p>The averages are variables of the model, so they are saved and restored with it.
 */
public final class ExponentialMovingAverage {
  private final Model model;
  private final float decay;
  private final Map<GraphVariable, GraphVariable> averages = new LinkedHashMap<>();

  private ExponentialMovingAverage(Model model, float decay) {
    this.model = model;
    this.decay = decay;
  }

  /** Averages of the variables that are trained now; they start as the variables do. */
  public static ExponentialMovingAverage of(Model model, float decay) {
    if (!(decay > 0 && decay < 1)) {
      throw WeirException.invalidArgument("decay is between 0 and 1, got %s", decay);
    }
    ExponentialMovingAverage all = new ExponentialMovingAverage(model, decay);
    for (GraphVariable variable : model.trainable()) {
      Output start = variable.initializer().input(1);
      all.averages.put(variable, model.companion(variable, "average", start));
    }
    return all;
  }

  /** The average of a variable. */
  public GraphVariable of(GraphVariable variable) {
    GraphVariable average = averages.get(variable);
    if (average == null) {
      throw WeirException.notFound("no average is kept of %s", variable);
    }
    return average;
  }

  /** A node that makes a step and then moves the averages. */
  public Node after(Node step) {
    Ops ops = model.ops();
    List<Node> moves = new ArrayList<>();
    averages.forEach(
        (variable, average) -> {
          Ops beside = ops.colocateWith(average.handle());
          Output distance = beside.math.sub(average, variable.after(step).read());
          Output part = beside.math.cast(beside.constant(1 - decay), variable.dtype());
          moves.add(average.assignSub(beside.math.mul(distance, part)));
        });
    return ops.withName("train_and_average")
        .withControlDependencies(moves.toArray(Node[]::new))
        .control
        .noOp();
  }

  /** A node that exchanges the values of variables and averages. */
  public Node swap() {
    Ops ops = model.ops();
    List<Node> assigned = new ArrayList<>();
    averages.forEach(
        (variable, average) -> {
          Output value = variable.asOutput();
          Output mean = average.asOutput();
          Node[] read = {value.node(), mean.node()};
          assigned.add(variable.after(read).assign(mean));
          assigned.add(average.after(read).assign(value));
        });
    return ops.withName("swap_averages")
        .withControlDependencies(assigned.toArray(Node[]::new))
        .control
        .noOp();
  }
}
