package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Runner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Checks that the loss of a step is finite before variables change, and finds the cause if not. */
final class FiniteGuard {
  private final Model model;
  private final Set<String> checks = new HashSet<>();
  private final List<Output> ends = new ArrayList<>();
  private final List<Optimizer.Update> checked = new ArrayList<>();

  private FiniteGuard(Model model) {
    this.model = model;
  }

  /**
   * Checks the loss of steps.
   *
   * @param alsoGradients whether every gradient is checked too
   */
  static FiniteGuard of(
      Model model, Output loss, List<Optimizer.Update> updates, boolean alsoGradients) {
    FiniteGuard guard = new FiniteGuard(model);
    Ops ops = model.ops().withSubScope("finite");
    guard.ends.add(loss);
    List<Node> checks = new ArrayList<>();
    checks.add(check(ops, loss, "its loss"));
    for (Optimizer.Update update : alsoGradients ? updates : List.<Optimizer.Update>of()) {
      update.mapped(
          values -> {
            guard.ends.add(values);
            checks.add(check(ops, values, "the gradient of " + update.variable().name()));
            return values;
          });
    }
    // all are checked before any variable changes, so that a failed step leaves no trace
    checks.forEach(check -> guard.checks.add(check.name()));
    Ops after = ops.withControlDependencies(checks.toArray(Node[]::new));
    for (Optimizer.Update update : updates) {
      guard.checked.add(update.mapped(after.control::identity));
    }
    return guard;
  }

  private static Node check(Ops ops, Output value, String what) {
    String message = "a training step is not finite: " + what;
    return ops.control.checkNumerics(value, message).node();
  }

  /** Updates that wait for all checks. */
  List<Optimizer.Update> checked() {
    return checked;
  }

  /** Whether a check of this guard failed. */
  boolean isCauseOf(WeirException failure) {
    return failure.node() != null && checks.contains(failure.node());
  }

  /**
   * Names the node that made the first NaN, by running the step again without its changes.
   *
   * @param failure the failure of a check
   */
  WeirException explain(WeirException failure, Supplier<Runner> prepared) {
    NanSearch search =
        NanSearch.of(
            model.graph(),
            ends.stream().map(Output::node).toList(),
            Set.of(),
            Map.of(model.training(), true));
    return search
        .find(search.fetch(prepared.get()).run())
        .map(found -> found.failure().withAdvice(advice(found.origin())))
        .orElseGet(
            () ->
                new WeirException(
                    failure.code(),
                    "it made NaN or infinity once, but not when it was run again: it depends on"
                        + " random numbers or lies in a loop",
                    failure));
  }

  private static String advice(NanSearch.Origin origin) {
    return switch (origin) {
      case GIVEN -> "leave such examples out, or replace what they lack";
      case STATE ->
          "an earlier step left it there; with explainingNan() training stops before that, and"
              + " names the gradient";
      case COMPUTED ->
          "a lower learning rate, clipped gradients, or a bound on its inputs may help";
    };
  }
}
