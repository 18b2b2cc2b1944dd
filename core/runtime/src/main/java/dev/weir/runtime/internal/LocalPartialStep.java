package dev.weir.runtime.internal;

import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.internal.compile.StepPart;
import dev.weir.runtime.internal.execute.ExecutionPlan;
import dev.weir.runtime.internal.execute.Step;
import dev.weir.runtime.internal.execute.StepServices;
import dev.weir.runtime.internal.rendezvous.LocalRendezvous;
import dev.weir.runtime.internal.rendezvous.Rendezvous;
import dev.weir.tensor.Tensor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A partial run in this process: feeds and fetches meet the step in its rendezvous. */
final class LocalPartialStep implements PartialStep {
  private final LocalRendezvous rendezvous = new LocalRendezvous();
  private final StepPart part;
  private final Step step;
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  private LocalPartialStep(StepPart part, StepServices services) {
    this.part = part;
    this.step = new Step(new Tensor[0], 0, services, rendezvous);
  }

  static LocalPartialStep start(
      StepPart part,
      List<ExecutionPlan> plans,
      StepServices services,
      @Nullable Cancellation cancellation) {
    LocalPartialStep run = new LocalPartialStep(part, services);
    Cancellation.Registration registration =
        cancellation == null ? null : cancellation.onCancel(run.step::cancel);
    Thread.ofVirtual().name("weir-partial-run").start(() -> run.execute(plans, registration));
    return run;
  }

  private void execute(
      List<ExecutionPlan> plans, Cancellation.@Nullable Registration registration) {
    try {
      step.start(plans);
      step.await();
      end.complete(null);
    } catch (RuntimeException | Error e) {
      end.completeExceptionally(e);
    } finally {
      if (registration != null) {
        registration.remove();
      }
    }
  }

  @Override
  public void feed(Output output, Tensor value) {
    rendezvous.send(part.feedKey(output), new Rendezvous.Value(value.shared()));
  }

  @Override
  public CompletableFuture<Tensor> fetch(Output output) {
    CompletableFuture<Tensor> arrival = new CompletableFuture<>();
    rendezvous.receive(
        part.fetchKey(output), (value, error) -> complete(arrival, output, value, error));
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
      value.tensor().buffer().release(); // the caller has stopped waiting
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
