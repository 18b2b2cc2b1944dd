package dev.weir.autodiff;

import dev.weir.graph.GradientContext;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.IndexedSlices;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the gradient of one node sees of the walk. */
final class NodeGradient implements GradientContext {
  private final Backpropagation walk;
  private final Node node;
  private final Scope scope;
  private final List<@Nullable Gradient> totals;
  private final @Nullable Output[] dense;

  NodeGradient(Backpropagation walk, Node node, Scope scope, List<@Nullable Gradient> totals) {
    this.walk = walk;
    this.node = node;
    this.scope = scope;
    this.totals = totals;
    this.dense = new Output[totals.size()];
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public Scope scope() {
    return scope;
  }

  @Override
  public boolean reaches(int output) {
    return totals.get(output) != null;
  }

  /**
   * Zeros are made from the output itself and not from its shape: where the output is dead, in a
   * branch that was not taken, they must be dead too.
   */
  @Override
  public Output gradient(int output) {
    Output known = dense[output];
    if (known == null) {
      Gradient total = totals.get(output);
      known =
          total == null
              ? scope.node("ZerosLike").input(node.output(output)).build().output(0)
              : total.dense(scope);
      dense[output] = known;
    }
    return known;
  }

  @Override
  public @Nullable IndexedSlices slices(int output) {
    return totals.get(output) instanceof Gradient.Rows rows ? rows.slices() : null;
  }

  @Override
  public boolean wants(int input) {
    return walk.isWanted(node.input(input));
  }

  @Override
  public void flow(int input, Supplier<? extends Operand> gradient) {
    if (wants(input)) {
      walk.arrive(node.input(input), new Gradient.Dense(gradient.get().asOutput()));
    }
  }

  @Override
  public void flowSlices(int input, Supplier<IndexedSlices> gradient) {
    if (wants(input)) {
      walk.arrive(node.input(input), new Gradient.Rows(gradient.get()));
    }
  }

  @Override
  public GraphFunction gradientOf(GraphFunction function) {
    return FunctionGradients.of(node.graph(), function);
  }
}
