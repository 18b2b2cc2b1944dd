package dev.weir.cluster.internal.master;

import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.WeirException;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A partial run: what is still to be fed and fetched. Thread-safe. */
final class PartialRunState {
  private final String session;
  private final long step;
  private final CompletableFuture<RegisteredStep> registered;
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final Runnable whenOver;
  private final UnaryOperator<CompletableFuture<StepResult>> track;
  private final Set<String> feeds;
  private final Set<String> fetches;

  PartialRunState(
      String session,
      long step,
      StepSpec spec,
      CompletableFuture<RegisteredStep> registered,
      Scheduler scheduler,
      PeerWatch watch,
      Runnable whenOver,
      UnaryOperator<CompletableFuture<StepResult>> track) {
    this.session = session;
    this.step = step;
    this.registered = registered;
    this.scheduler = scheduler;
    this.watch = watch;
    this.whenOver = whenOver;
    this.track = track;
    this.feeds = new HashSet<>(spec.feeds());
    this.fetches = new HashSet<>(spec.fetches());
  }

  /**
   * Feeds and fetches some; the last such exchange ends when all has run. One that does neither,
   * while there is something to feed or fetch, gives the run up.
   */
  CompletableFuture<StepResult> run(RunStep request, Map<String, Tensor> values) {
    boolean isLast = take(request, values.keySet());
    if (!isLast && values.isEmpty() && request.fetches().isEmpty()) {
      abort();
      return CompletableFuture.completedFuture(new StepResult(List.of(), List.of()));
    }
    RetainedFeeds kept = RetainedFeeds.of(values);
    StepRun.Exchange exchange =
        new StepRun.Exchange(
            session,
            step,
            kept.tensors(),
            request.fetches(),
            request.options().traces(),
            true,
            isLast,
            null);
    CompletableFuture<StepResult> answer = new CompletableFuture<>();
    Futures.whenDone(
        registered,
        (ready, error) -> {
          try (kept) {
            if (error != null) {
              answer.completeExceptionally(RpcFailures.of(error));
            } else if (!answer.isDone()) {
              start(ready, exchange, request.options().limit(), answer);
            }
          } catch (RuntimeException | Error e) {
            answer.completeExceptionally(RpcFailures.of(e));
          }
        });
    Futures.whenDone(
        answer,
        (result, error) -> {
          if (isLast || error != null) {
            whenOver.run();
          }
        });
    return answer;
  }

  private void start(
      RegisteredStep ready,
      StepRun.Exchange exchange,
      Duration limit,
      CompletableFuture<StepResult> answer) {
    Futures.follow(
        track.apply(StepRun.start(ready, exchange, StepTimeLimit.of(limit), scheduler, watch)),
        answer,
        StepResult::release);
  }

  private synchronized boolean take(RunStep request, Set<String> fed) {
    for (String feed : fed) {
      if (!feeds.contains(feed)) {
        throw WeirException.invalidArgument(
            "The feed %s was not declared in the partial run, or was made before", feed);
      }
    }
    for (String fetch : request.fetches()) {
      if (!fetches.contains(fetch)) {
        throw WeirException.invalidArgument(
            "The fetch %s was not declared in the partial run, or was made before", fetch);
      }
    }
    feeds.removeAll(fed);
    request.fetches().forEach(fetches::remove);
    return feeds.isEmpty() && fetches.isEmpty();
  }

  /** Gives it up on all tasks. */
  void abort() {
    whenOver.run();
    Futures.whenDone(
        registered,
        (ready, error) -> {
          if (ready != null) {
            ready.parts().forEach(this::cleanUp);
          }
        });
  }

  private void cleanUp(RegisteredStep.Part part) {
    RemoteCleanup.watch(
        Futures.attempt(() -> part.worker().cleanupGraph(step, MasterTimeouts.CALL)),
        part.what().task());
  }
}
