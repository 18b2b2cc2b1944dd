package dev.weir.cluster.internal.client;

import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.StepOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.WeirException;
import dev.weir.graph.Output;
import dev.weir.runtime.Cancellation;
import dev.weir.runtime.internal.PartialStep;
import dev.weir.runtime.internal.compile.StepSpec;
import dev.weir.runtime.internal.execute.Stoppable;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A partial run on a cluster. What is fed goes to the master at once, and a fetch waits for the
 * master's answer; the run is over when all was fed and fetched and all is answered. Thread-safe.
 */
final class ClusterPartialStep implements PartialStep, Stoppable {
  /** An exchange may wait for feeds for any time; the caller has a deadline. */
  private static final Duration EXCHANGE = Duration.ofDays(7);

  private final BlockingCalls calls;
  private final MasterPort master;
  private final String session;
  private final String handle;
  private final Set<String> unfed = new LinkedHashSet<>();
  private final Set<String> unfetched = new LinkedHashSet<>();
  private final Map<String, CompletableFuture<Tensor>> fetchedEarly = new HashMap<>();
  private final Set<CompletableFuture<StepResult>> running = new LinkedHashSet<>();
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private CompletableFuture<?> lastFeed = CompletableFuture.completedFuture(null);
  private boolean finishing;
  private @Nullable WeirException stopped;

  private ClusterPartialStep(
      BlockingCalls calls, MasterPort master, String session, String handle, StepSpec step) {
    this.calls = calls;
    this.master = master;
    this.session = session;
    this.handle = handle;
    unfed.addAll(step.feeds());
    unfetched.addAll(step.fetches());
  }

  /** Starts one that was set up under {@code handle}; {@code cancellation} can end it. */
  static ClusterPartialStep start(
      BlockingCalls calls,
      MasterPort master,
      String session,
      String handle,
      StepSpec step,
      @Nullable Cancellation cancellation) {
    ClusterPartialStep run = new ClusterPartialStep(calls, master, session, handle, step);
    if (run.unfed.isEmpty() && run.unfetched.isEmpty()) { // nothing else will start it
      run.send(List.of());
    }
    if (cancellation != null) {
      Cancellation.Registration registration = cancellation.onCancel(run::cancel);
      Futures.whenDone(run.end, (none, error) -> registration.remove());
    }
    return run;
  }

  @Override
  public synchronized void feed(Output output, Tensor value) {
    WeirException cause = stopped;
    if (cause != null) {
      throw cause;
    }
    unfed.remove(output.name());
    send(List.of(new NamedValue(output.name(), value)));
    fetchTheRest();
  }

  @Override
  public synchronized CompletableFuture<Tensor> fetch(Output output) {
    CompletableFuture<Tensor> early = fetchedEarly.remove(output.name());
    return early == null ? fetch(output.name()) : early;
  }

  private CompletableFuture<Tensor> fetch(String name) {
    if (stopped != null) {
      return CompletableFuture.failedFuture(stopped);
    }
    CompletableFuture<Tensor> value = new CompletableFuture<>();
    unfetched.remove(name);
    Futures.whenDone(
        exchange(List.of(), List.of(name)),
        (result, error) -> {
          if (result == null) {
            value.completeExceptionally(failure(error));
          } else if (!value.complete(result.values().get(0).value())) {
            result.release();
          }
        });
    return value;
  }

  /** Values that were not fetched before the end of the run; without them it would not end. */
  private void fetchTheRest() {
    if (finishing && unfed.isEmpty()) {
      List.copyOf(unfetched).forEach(name -> fetchedEarly.put(name, fetch(name)));
    }
  }

  private synchronized WeirException failure(@Nullable Throwable error) {
    WeirException cause = stopped;
    return cause == null ? calls.located(RpcFailures.of(error)) : cause;
  }

  private void send(List<NamedValue> feeds) {
    Futures.whenDone(
        exchange(feeds, List.of()),
        (result, error) -> {
          if (result != null) {
            result.release();
          }
        });
  }

  private synchronized CompletableFuture<StepResult> exchange(
      List<NamedValue> feeds, List<String> fetches) {
    RunStep request =
        new RunStep(
            session,
            feeds,
            fetches,
            List.of(),
            new StepOptions(false, Duration.ZERO),
            handle,
            ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
    CompletableFuture<StepResult> call = afterFeeds(request);
    running.add(call);
    if (!feeds.isEmpty()) {
      lastFeed = call;
    }
    Futures.whenDone(call, (result, error) -> answered(call, error));
    return call;
  }

  /**
   * Sends it when all that was fed before has arrived: messages overtake each other, and masters of
   * TensorFlow refuse a fetch that comes before what it needs.
   */
  private CompletableFuture<StepResult> afterFeeds(RunStep request) {
    if (lastFeed.isDone()) {
      return master.runStep(request, EXCHANGE);
    }
    List<NamedValue> kept =
        request.feeds().stream()
            .map(feed -> new NamedValue(feed.name(), feed.value().shared()))
            .toList();
    RunStep later =
        new RunStep(
            request.session(),
            kept,
            request.fetches(),
            request.targets(),
            request.options(),
            request.partialRun(),
            request.requestId());
    CompletableFuture<StepResult> answer = new CompletableFuture<>();
    Futures.whenDone(
        lastFeed,
        (fed, error) -> {
          if (error != null) {
            answer.completeExceptionally(RpcFailures.of(error));
          } else if (!answer.isDone()) {
            Futures.follow(master.runStep(later, EXCHANGE), answer, StepResult::release);
          }
          kept.forEach(feed -> feed.value().buffer().release());
        });
    return answer;
  }

  private void answered(CompletableFuture<StepResult> call, @Nullable Throwable error) {
    boolean isOver;
    synchronized (this) {
      running.remove(call);
      isOver = unfed.isEmpty() && unfetched.isEmpty() && running.isEmpty();
    }
    if (error != null) {
      end.completeExceptionally(failure(error));
    } else if (isOver) {
      end.complete(null);
    }
  }

  @Override
  public synchronized CompletableFuture<@Nullable Void> end() {
    finishing = true;
    fetchTheRest();
    return end;
  }

  @Override
  public void abort(WeirException cause) {
    List<CompletableFuture<?>> left;
    boolean isOpen;
    synchronized (this) {
      if (stopped != null) {
        return;
      }
      stopped = cause;
      isOpen = !end.isDone();
      left = new ArrayList<>(running);
      fetchedEarly.values().forEach(ClusterPartialStep::giveBack);
      fetchedEarly.clear();
    }
    if (isOpen) { // an exchange of nothing gives the run up
      send(List.of());
    }
    end.completeExceptionally(cause);
    left.forEach(call -> call.cancel(true));
  }

  private static void giveBack(CompletableFuture<Tensor> early) {
    Futures.whenDone(
        early,
        (value, error) -> {
          if (value != null) {
            value.buffer().release();
          }
        });
  }

  @Override
  public synchronized String whereabouts() {
    return "it waited for " + (unfed.isEmpty() ? "its end" : "feeds of " + unfed);
  }
}
