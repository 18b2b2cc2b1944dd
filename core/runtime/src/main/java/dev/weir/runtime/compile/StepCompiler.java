package dev.weir.runtime.compile;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.execute.ExecutionPlan;
import java.util.ArrayList;
import java.util.List;

/** Makes plans out of graphs, by the same stages for whole steps and for functions. */
public final class StepCompiler {
  private final SessionConfig config;

  public StepCompiler(SessionConfig config) {
    this.config = config;
  }

  /** Compiles what is asked of a graph. */
  public CompiledStep compile(Graph graph, StepSignature signature) {
    Graph pruned = Prune.apply(graph, signature);
    return new CompiledStep(signature, plans(pruned), signature.fetches().size());
  }

  /** Compiles the body of a function. */
  public CompiledStep compile(GraphFunction function) {
    StepSignature whole = new StepSignature(List.of(), List.of(), List.of());
    return new CompiledStep(whole, plans(function.body()), function.outputs().size());
  }

  private List<ExecutionPlan> plans(Graph pruned) {
    List<ExecutionPlan> plans = new ArrayList<>();
    plans.add(ExecutionPlan.of(pruned, config.devices().get(0), config.kernels(), false));
    return plans;
  }
}
