package dev.weir.runtime;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.runtime.compile.CompiledStep;
import dev.weir.runtime.compile.PartialKeys;
import dev.weir.runtime.compile.StepSignature;
import dev.weir.runtime.execute.Step;
import dev.weir.runtime.execute.StepServices;
import dev.weir.runtime.rendezvous.LocalRendezvous;
import dev.weir.runtime.rendezvous.Rendezvous;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A step that is fed and fetched bit by bit: what can be computed from what was fed so far is, and
 * the rest waits. Every feed and every fetch it was set up with can be used once. Thread-safe.
 *
 * <p>{@link #close()} ends it; fetches that were not made are given up.
 */
public final class PartialRun implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

  private final StepSignature signature;
  private final Graph graph;
  private final Step step;
  private final LocalRendezvous rendezvous;
  private final Duration patience;
  private final Set<Output> used = new HashSet<>();
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  private PartialRun(
      StepSignature signature,
      Graph graph,
      Step step,
      LocalRendezvous rendezvous,
      Duration patience) {
    this.signature = signature;
    this.graph = graph;
    this.step = step;
    this.rendezvous = rendezvous;
    this.patience = patience;
  }

  static PartialRun start(
      StepSignature signature, CompiledStep compiled, StepServices services, RunOptions options) {
    LocalRendezvous rendezvous = new LocalRendezvous();
    Step step = new Step(new Tensor[0], 0, services, rendezvous);
    Duration patience = options.deadline() == null ? LONGEST_WAIT : options.deadline();
    PartialRun run = new PartialRun(signature, graphOf(signature), step, rendezvous, patience);
    Cancellation cancellation = options.cancellation();
    if (cancellation != null) {
      cancellation.begin(step);
    }
    Thread.ofVirtual().name("weir-partial-run").start(() -> run.execute(compiled, cancellation));
    return run;
  }

  private static Graph graphOf(StepSignature signature) {
    return signature.fetches().isEmpty()
        ? signature.targets().get(0).graph()
        : signature.fetches().get(0).node().graph();
  }

  private void execute(CompiledStep compiled, @Nullable Cancellation cancellation) {
    try {
      step.start(compiled.plans());
      step.await();
      end.complete(null);
    } catch (RuntimeException | Error e) {
      end.completeExceptionally(e);
    } finally {
      if (cancellation != null) {
        cancellation.end(step);
      }
    }
  }

  /** Feeds an edge it was set up with. */
  public PartialRun feed(String endpoint, Tensor value) {
    return feed(graph.output(endpoint), value);
  }

  /** Feeds an edge it was set up with. */
  public PartialRun feed(Operand edge, Tensor value) {
    Output output = edge.asOutput();
    Runner.checkFeed(output, value);
    use(output, signature.feeds().contains(output), "fed");
    rendezvous.send(PartialKeys.feed(output), new Rendezvous.Value(value.shared()));
    return this;
  }

  /** Waits for an edge it was set up with. */
  public Tensor fetch(String endpoint) {
    return fetch(graph.output(endpoint));
  }

  /** Waits for an edge it was set up with; fails if it does not come within the deadline. */
  public Tensor fetch(Operand edge) {
    Output output = edge.asOutput();
    use(output, signature.fetches().contains(output), "fetched");
    CompletableFuture<Tensor> arrival = new CompletableFuture<>();
    rendezvous.receive(
        PartialKeys.fetch(output), (value, error) -> complete(arrival, output, value, error));
    return await(arrival, output).collected();
  }

  private static void complete(
      CompletableFuture<Tensor> arrival,
      Output output,
      Rendezvous.@Nullable Value value,
      @Nullable WeirException error) {
    if (error != null) {
      arrival.completeExceptionally(error);
    } else if (value == null || value.tensor() == null) {
      arrival.completeExceptionally(Step.deadFetch(output));
    } else if (!arrival.complete(value.tensor())) {
      value.tensor().buffer().release(); // nobody waits any more
    }
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
      end.get(patience.toMillis(), TimeUnit.MILLISECONDS);
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
    rendezvous.abort(cause);
  }
}
