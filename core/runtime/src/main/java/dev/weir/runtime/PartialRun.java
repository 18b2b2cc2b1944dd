package dev.weir.runtime;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.runtime.internal.PartialStep;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.execute.Border;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A step that is fed and fetched incrementally: what can be computed from what was fed so far is,
 * and the rest waits. Every feed and every fetch it was set up with can be used once. Thread-safe.
 *
 * <p>{@link #close()} ends it; fetches that were not made are given up.
 */
public final class PartialRun implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final Graph graph;
  private final StepSpec spec;
  private final PartialStep step;
  private final Duration patience;
  private final Set<Output> used = new HashSet<>();

  PartialRun(Graph graph, StepSpec spec, PartialStep step, RunOptions options) {
    this.graph = graph;
    this.spec = spec;
    this.step = step;
    this.patience = options.deadline() == null ? LONGEST_WAIT : options.deadline();
  }

  /** Feeds an edge it was set up with. */
  public PartialRun feed(String endpoint, Tensor value) {
    return feed(graph.output(endpoint), value);
  }

  /** Feeds an edge it was set up with. */
  public PartialRun feed(Operand edge, Tensor value) {
    Output output = edge.asOutput();
    Border.checkFeed(output, value);
    use(output, spec.feeds().contains(output.name()), "fed");
    step.feed(output, value);
    return this;
  }

  /** Waits for an edge it was set up with. */
  public Tensor fetch(String endpoint) {
    return fetch(graph.output(endpoint));
  }

  /** Waits for an edge it was set up with; fails if it does not come within the deadline. */
  public Tensor fetch(Operand edge) {
    Output output = edge.asOutput();
    use(output, spec.fetches().contains(output.name()), "fetched");
    return await(step.fetch(output), output).collected();
  }

  private Tensor await(CompletableFuture<Tensor> arrival, Output output) {
    try {
      return arrival.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WeirException cause
          ? cause
          : new WeirException(ErrorCode.INTERNAL, "the partial run failed", e);
    } catch (TimeoutException e) {
      String missing = " did not come within " + patience.toMillis() + " ms";
      return giveUp(
          arrival,
          new WeirException(
              ErrorCode.DEADLINE_EXCEEDED,
              output.name() + missing + "; is everything it needs fed?",
              e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return giveUp(
          arrival,
          new WeirException(ErrorCode.CANCELLED, "interrupted while waiting for " + output, e));
    }
  }

  /** Stops waiting; what comes later is given back. What has come meanwhile is not lost. */
  private static Tensor giveUp(CompletableFuture<Tensor> arrival, WeirException why) {
    if (arrival.completeExceptionally(why) || arrival.isCompletedExceptionally()) {
      throw why;
    }
    return arrival.resultNow();
  }

  private synchronized void use(Output output, boolean wasSetUp, String how) {
    if (!wasSetUp) {
      throw WeirException.invalidArgument(
          "%s is %s, but the partial run was not set up with it", output.name(), how);
    }
    if (!used.add(output)) {
      throw WeirException.invalidArgument("%s is %s a second time", output.name(), how);
    }
  }

  /** Waits until everything has run, targets included. All feeds must have been made. */
  public void finish() {
    try {
      step.end().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WeirException cause
          ? cause
          : new WeirException(ErrorCode.INTERNAL, "the partial run failed", e);
    } catch (TimeoutException e) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED, "the partial run is not over; is everything fed?", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted while waiting for a step", e);
    }
  }

  /** Ends the step; what waits for feeds that did not come is given up. */
  @Override
  public void close() {
    WeirException cause = new WeirException(ErrorCode.CANCELLED, "the partial run was closed");
    step.abort(cause);
  }
}
