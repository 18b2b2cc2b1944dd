package dev.weir.autodiff;

import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;
import dev.weir.ops.state.GraphVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Differentiates: extends a graph by nodes that compute how a loss changes with other values of the
 * graph. They are ordinary nodes, and can be differentiated again.
 *
 * {@snippet :
 * List<Gradient> gradients = Gradients.of(loss, List.of(weights, bias));
 * Output slope = gradients.get(0).dense(ops.scope());
 * }
 *
 * <p>The parameters may be any edges; a {@link GraphVariable} stands for the variable itself,
 * however it is read. Of a loss that is not a scalar the sum of its elements is differentiated.
 */
public final class Gradients {
  private final Scope scope;
  private final Map<String, GradientFunction> overrides;
  private final Set<Output> stops;
  private final List<Output> incoming;
  private final List<Set<Node>> recomputed;

  private Gradients(
      Scope scope,
      Map<String, GradientFunction> overrides,
      Set<Output> stops,
      List<Output> incoming,
      List<Set<Node>> recomputed) {
    this.scope = scope;
    this.overrides = overrides;
    this.stops = stops;
    this.incoming = incoming;
    this.recomputed = recomputed;
  }

  /** How a loss changes with each of these. */
  public static List<Gradient> of(Operand loss, Iterable<? extends Operand> parameters) {
    return in(Scope.of(loss.asOutput().node().graph())).of(List.of(loss), parameters);
  }

  /** Builds the nodes below {@code gradients/} in this scope. */
  public static Gradients in(Scope scope) {
    return new Gradients(scope, Map.of(), Set.of(), List.of(), List.of());
  }

  /**
   * Uses another gradient for some nodes: those of the op {@code name}, or those whose attribute
   * {@code _gradient_op_type} is {@code name}.
   */
  public Gradients overriding(String name, GradientFunction function) {
    Map<String, GradientFunction> all = new HashMap<>(overrides);
    all.put(name, function);
    return new Gradients(scope, Map.copyOf(all), stops, incoming, recomputed);
  }

  /** Takes these edges as constants: nothing is differentiated through them. */
  public Gradients stoppingAt(Iterable<? extends Operand> edges) {
    Set<Output> all = new HashSet<>(stops);
    edges.forEach(edge -> all.add(edge.asOutput()));
    return new Gradients(scope, overrides, Set.copyOf(all), incoming, recomputed);
  }

  /** Starts from these gradients with respect to the losses, not from ones. */
  public Gradients startingFrom(Iterable<? extends Operand> gradients) {
    List<Output> all = new ArrayList<>();
    gradients.forEach(gradient -> all.add(gradient.asOutput()));
    return new Gradients(scope, overrides, stops, List.copyOf(all), recomputed);
  }

  /**
   * Recomputes the inner values of each of these parts of the graph when its gradients are
   * computed, rather than keeping them from the forward pass. That takes time and saves memory. A
   * part is nodes built one after the other, with none of another part among them. What it has of
   * variables and random numbers is kept all the same.
   */
  public Gradients recomputing(Collection<Set<Node>> parts) {
    return new Gradients(scope, overrides, stops, incoming, List.copyOf(parts));
  }

  /** How the sum of some losses changes with each of these. */
  public List<Gradient> of(List<? extends Operand> losses, Iterable<? extends Operand> parameters) {
    if (!incoming.isEmpty() && incoming.size() != losses.size()) {
      throw WeirException.invalidArgument(
          "each loss needs a gradient to start from: %d losses, %d gradients",
          losses.size(), incoming.size());
    }
    List<Output> targets = new ArrayList<>();
    parameters.forEach(parameter -> targets.add(target(parameter)));
    List<Output> starts = losses.stream().map(Operand::asOutput).toList();
    starts.forEach(Gradients::requireContinuous);
    targets.forEach(Gradients::requireContinuous);
    Scope inside = scope.withSubScope("gradients");
    return new Backpropagation(inside, overrides, stops, targets, recomputed).run(starts, incoming);
  }

  private static Output target(Operand parameter) {
    return parameter instanceof GraphVariable variable
        ? variable.unguarded().handle()
        : parameter.asOutput();
  }

  private static void requireContinuous(Output edge) {
    if (!Backpropagation.isContinuous(edge)) {
      throw WeirException.invalidArgument(
          "only floating-point and complex values have gradients, not %s", edge);
    }
  }
}
