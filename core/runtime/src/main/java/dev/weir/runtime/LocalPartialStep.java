package dev.weir.runtime;

import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.runtime.compile.CompiledStep;
import dev.weir.runtime.compile.PartialKeys;
import dev.weir.runtime.execute.Step;
import dev.weir.runtime.execute.StepServices;
import dev.weir.runtime.rendezvous.LocalRendezvous;
import dev.weir.runtime.rendezvous.Rendezvous;
import dev.weir.tensor.Tensor;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A partial run in this process: feeds and fetches meet the step in its rendezvous. */
final class LocalPartialStep implements PartialStep {
  private final LocalRendezvous rendezvous = new LocalRendezvous();
  private final Step step;
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  private LocalPartialStep(StepServices services) {
    this.step = new Step(new Tensor[0], 0, services, rendezvous);
  }

  static LocalPartialStep start(
      CompiledStep compiled, StepServices services, @Nullable Cancellation cancellation) {
    LocalPartialStep run = new LocalPartialStep(services);
    if (cancellation != null) {
      cancellation.begin(run.step);
    }
    Thread.ofVirtual().name("weir-partial-run").start(() -> run.execute(compiled, cancellation));
    return run;
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

  @Override
  public void feed(Output output, Tensor value) {
    rendezvous.send(PartialKeys.feed(output), new Rendezvous.Value(value.shared()));
  }

  @Override
  public CompletableFuture<Tensor> fetch(Output output) {
    CompletableFuture<Tensor> arrival = new CompletableFuture<>();
    rendezvous.receive(
        PartialKeys.fetch(output), (value, error) -> complete(arrival, output, value, error));
    return arrival;
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

  @Override
  public CompletableFuture<@Nullable Void> end() {
    return end;
  }

  @Override
  public void abort(WeirException cause) {
    step.abort(cause);
    rendezvous.abort(cause);
  }
}
