package dev.weir.train.session;

import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import java.util.LinkedHashSet;
import java.util.Set;

/** What hooks want of a run that is being prepared. */
public final class RunRequest {
  private final long nextStep;
  private final Set<Output> fetches = new LinkedHashSet<>();
  private boolean traced;

  RunRequest(long nextStep) {
    this.nextStep = nextStep;
  }

  /** The global step that this run makes, if it is one of training and other workers rest. */
  public long nextStep() {
    return nextStep;
  }

  /** Fetches an edge too; {@link RunReport#value} has it then. */
  public RunRequest fetch(Operand edge) {
    fetches.add(edge.asOutput());
    return this;
  }

  /** Records what happens in the run, which takes it longer. */
  public RunRequest trace() {
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
