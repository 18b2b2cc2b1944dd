package dev.weir.train;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import java.util.LinkedHashSet;
import java.util.Set;

/** What listeners want from a step that is being prepared. */
public final class StepRequest {
  private final long step;
  private final Set<Output> fetches = new LinkedHashSet<>();
  private boolean traced;

  StepRequest(long step) {
    this.step = step;
  }

  /** The global step that this step will make, if no other worker makes one first. */
  public long step() {
    return step;
  }

  /** Fetches an edge; {@link StepReport#value} has its value. */
  public StepRequest fetch(Operand edge) {
    fetches.add(edge.asOutput());
    return this;
  }

  /** Traces the step, which makes it slower; {@link StepReport#trace} has the trace. */
  public StepRequest trace() {
    traced = true;
    return this;
  }

  Set<Output> fetches() {
    return fetches;
  }

  boolean isTraced() {
    return traced;
  }
}
