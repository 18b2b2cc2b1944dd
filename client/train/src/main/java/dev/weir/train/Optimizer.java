package dev.weir.train;

import dev.weir.autodiff.Gradient;
import dev.weir.autodiff.Gradients;
import dev.weir.error.WeirException;
import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Builds the node that trains a model: it updates the variables by the gradients of a loss. An
 * optimizer is only a description; its slots are variables of the model.
 */
public abstract class Optimizer {
  /** A variable and how the loss changes with it. */
  public record Update(GraphVariable variable, Gradient gradient) {
    /** Changes the values of the gradient; if it has only some rows, the values of those. */
    public Update mapped(UnaryOperator<Output> change) {
      Gradient changed =
          switch (gradient) {
            case Gradient.Dense dense -> new Gradient.Dense(change.apply(dense.value()));
            case Gradient.Rows rows -> {
              IndexedSlices slices = rows.slices();
              yield new Gradient.Rows(
                  new IndexedSlices(
                      change.apply(slices.values()), slices.indices(), slices.denseShape()));
            }
            case Gradient.None none -> none;
          };
      return new Update(variable, changed);
    }
  }

  private final LearningRate rate;

  protected Optimizer(LearningRate rate) {
    this.rate = rate;
  }

  /** How long its steps are. */
  protected final LearningRate rate() {
    return rate;
  }

  /** What its variables are called. */
  protected abstract String name();

  /** One step of a variable. */
  protected abstract Node dense(OptimizerStep step, GraphVariable variable, Output gradient);

  /** One step of some rows of a variable, each given once. By default, of the whole variable. */
  protected Node rows(OptimizerStep step, GraphVariable variable, IndexedSlices gradient) {
    Gradient whole = new Gradient.Rows(gradient);
    return dense(step, variable, whole.dense(step.ops().scope()));
  }

  /** A node that makes the loss smaller, by the model's trainable variables. */
  public final Node minimize(Model model, Operand loss) {
    return minimize(model, loss, model.trainable());
  }

  /** A node that makes the loss smaller, by these variables. */
  public final Node minimize(Model model, Operand loss, List<GraphVariable> variables) {
    return apply(model, gradients(model, loss, variables));
  }

  /** The gradients of a loss with its penalties, for those variables that have one. */
  public static List<Update> gradients(Model model, Operand loss, List<GraphVariable> variables) {
    return ofWhole(model, model.withPenalties(loss), variables);
  }

  /** The gradients of a loss as it is, for those variables that have one. */
  static List<Update> ofWhole(Model model, Output loss, List<GraphVariable> variables) {
    List<Gradient> gradients =
        Gradients.in(model.outermost().scope())
            .recomputing(model.recomputed())
            .of(List.of(loss), variables);
    List<Update> updates = new ArrayList<>();
    for (int i = 0; i < variables.size(); i++) {
      if (!gradients.get(i).isNone()) {
        updates.add(new Update(variables.get(i), gradients.get(i)));
      }
    }
    if (updates.isEmpty()) {
      throw WeirException.invalidArgument(
          "nothing to train: %s",
          variables.isEmpty()
              ? "the model has no trainable variables"
              : ((Gradient.None) gradients.getFirst()).reason());
    }
    return updates;
  }

  /** A node that updates variables, runs the model's own updates, and counts the step. */
  public final Node apply(Model model, List<Update> updates) {
    Model inside = model.in(name());
    Output count = model.globalStep().asOutput();
    Ops ops = inside.ops();
    Ops counting = ops.colocateWith(model.globalStep().handle());
    Output past = counting.math.cast(count, DType.FLOAT32);
    Output length = rate.at(counting, past);
    List<Node> all = new ArrayList<>(model.updates());
    all.add(count.node()); // so a fetch of the count in this step sees the one before it
    for (Update update : updates) {
      OptimizerStep step =
          new OptimizerStep(inside, ops.colocateWith(update.variable().handle()), past, length);
      all.add(
          update.gradient() instanceof Gradient.Rows rows
              ? rows(step, update.variable(), step.eachOnce(rows.slices()))
              : dense(step, update.variable(), update.gradient().dense(step.ops().scope())));
    }
    Node counted =
        model.globalStep().after(all.toArray(Node[]::new)).assignAdd(counting.constant(1L));
    return model.ops().withName("train").withControlDependencies(counted).control.noOp();
  }
}
