package dev.weir.cluster.client;

import dev.weir.cluster.transport.Futures;
import dev.weir.cluster.transport.MasterPort;
import dev.weir.cluster.wire.NamedTensor;
import dev.weir.cluster.wire.RunStep;
import dev.weir.cluster.wire.StepOptions;
import dev.weir.cluster.wire.StepResult;
import dev.weir.cluster.worker.TaskErrors;
import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.runtime.PartialStep;
import dev.weir.runtime.compile.StepSignature;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A partial run on a cluster: what is fed goes to the master with the next fetch. Thread-safe. */
final class ClusterPartialStep implements PartialStep {
  private final Calls calls;
  private final MasterPort master;
  private final String session;
  private final String handle;
  private final Duration limit;
  private final Set<String> unfed = new HashSet<>();
  private final Set<String> unfetched = new HashSet<>();
  private final List<NamedTensor> waiting = new ArrayList<>();
  private final List<CompletableFuture<StepResult>> running = new ArrayList<>();
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  ClusterPartialStep(
      Calls calls,
      MasterPort master,
      String session,
      String handle,
      StepSignature signature,
      Duration limit) {
    this.calls = calls;
    this.master = master;
    this.session = session;
    this.handle = handle;
    this.limit = limit;
    signature.feeds().forEach(feed -> unfed.add(feed.name()));
    signature.fetches().forEach(fetch -> unfetched.add(fetch.name()));
  }

  @Override
  public synchronized void feed(Output output, Tensor value) {
    waiting.add(new NamedTensor(output.name(), value.shared()));
    unfed.remove(output.name());
    if (unfed.isEmpty() && unfetched.isEmpty()) {
      running.add(exchange(List.of())); // nothing else will take it there
    }
  }

  @Override
  public synchronized CompletableFuture<Tensor> fetch(Output output) {
    CompletableFuture<Tensor> value = new CompletableFuture<>();
    unfetched.remove(output.name());
    CompletableFuture<StepResult> exchanged = exchange(List.of(output.name()));
    running.add(exchanged);
    Futures.whenDone(
        exchanged,
        (result, error) -> {
          if (result == null) {
            value.completeExceptionally(calls.located(TaskErrors.unwrapped(error)));
          } else if (!value.complete(result.values().get(0).value())) {
            result.release();
          }
        });
    return value;
  }

  private CompletableFuture<StepResult> exchange(List<String> fetches) {
    boolean isLast = unfed.isEmpty() && unfetched.isEmpty();
    RunStep request =
        new RunStep(
            session,
            waiting,
            fetches,
            List.of(),
            new StepOptions(false, Duration.ZERO),
            handle,
            ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    CompletableFuture<StepResult> call = master.runStep(request, limit);
    waiting.forEach(fed -> fed.value().buffer().release());
    waiting.clear();
    Futures.whenDone(
        call,
        (result, error) -> {
          if (error != null) {
            end.completeExceptionally(calls.located(TaskErrors.unwrapped(error)));
          } else if (isLast) {
            end.complete(null);
          }
        });
    return call;
  }

  @Override
  public CompletableFuture<@Nullable Void> end() {
    return end;
  }

  @Override
  public synchronized void abort(WeirException cause) {
    end.completeExceptionally(cause);
    waiting.forEach(fed -> fed.value().buffer().release());
    waiting.clear();
    running.forEach(call -> call.cancel(true));
  }
}
