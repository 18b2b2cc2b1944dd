package dev.weir.cluster.internal.master;

import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a step, or one exchange of a partial run: a message to each task, and what they
 * answer. It succeeds when all do. The first failure ends it on all tasks, and is what the client
 * is told.
 */
final class StepRun {
  /**
   * What is exchanged with the tasks.
   *
   * @param traces whether the client asks for statistics
   * @param measured takes the statistics on success; null if the master needs none
   */
  record Exchange(
      String session,
      long step,
      Map<String, Tensor> feeds,
      List<String> fetches,
      boolean traces,
      boolean partial,
      boolean lastPartial,
      @Nullable Consumer<List<DeviceStats>> measured) {}

  private final RegisteredStep registered;
  private final Exchange exchange;
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final CompletableFuture<StepResult> answer = new CompletableFuture<>();
  private final List<CompletableFuture<StepResult>> calls = new CopyOnWriteArrayList<>();
  private final List<PeerWatch.Wait> waits = new CopyOnWriteArrayList<>();
  private final List<NamedValue> values = new ArrayList<>();
  private final List<DeviceStats> stats = new ArrayList<>();
  private final AtomicInteger open;
  private Scheduler.@Nullable Timer timer;
  private boolean over;

  private StepRun(
      RegisteredStep registered, Exchange exchange, Scheduler scheduler, PeerWatch watch) {
    this.registered = registered;
    this.exchange = exchange;
    this.scheduler = scheduler;
    this.watch = watch;
    this.open = new AtomicInteger(registered.parts().size());
  }

  /** Starts it. The caller owns the feeds and keeps them until the future is done. */
  static CompletableFuture<StepResult> start(
      RegisteredStep registered,
      Exchange exchange,
      StepTimeLimit limit,
      Scheduler scheduler,
      PeerWatch watch) {
    StepRun run = new StepRun(registered, exchange, scheduler, watch);
    try {
      run.start(limit);
    } catch (RuntimeException | Error e) {
      run.fail(RpcFailures.of(e));
    }
    return run.answer;
  }

  private void start(StepTimeLimit limit) {
    Duration left = limit.left();
    if (left.isPositive()) {
      timer = scheduler.after(left, () -> fail(exceeded(limit.whole())));
    }
    Futures.whenDone(
        answer,
        (result, error) -> {
          if (answer.isCancelled()) {
            fail(new WeirException(ErrorCode.CANCELLED, "the client cancelled the step"));
          }
        });
    List<RegisteredStep.Part> parts = registered.parts();
    if (parts.isEmpty()) { // all that was asked for is fed
      succeed();
    }
    Duration timeout = left.isPositive() ? left.plus(MasterTimeouts.SLACK) : MasterTimeouts.STEP;
    for (RegisteredStep.Part part : parts) {
      calls.add(Futures.attempt(() -> part.worker().runGraph(request(part), timeout)));
    }
    for (int i = 0; i < parts.size(); i++) {
      RegisteredStep.Part part = parts.get(i);
      Futures.whenDone(calls.get(i), (result, error) -> ended(part, result, error));
      if (!calls.get(i).isDone()) {
        await(part, calls.get(i));
      }
    }
  }

  private void await(RegisteredStep.Part part, CompletableFuture<?> call) {
    PeerWatch.Wait wait = watch.on(part.what().task(), part.incarnation(), this::fail);
    waits.add(wait);
    if (call.isDone()) {
      wait.close(); // it has ended meanwhile
    }
  }

  private RunGraph request(RegisteredStep.Part part) {
    List<NamedValue> sends = new ArrayList<>();
    part.what()
        .feeds()
        .forEach(
            (name, key) -> {
              Tensor value = exchange.feeds().get(name);
              if (value != null) {
                sends.add(new NamedValue(key, value));
              }
            });
    List<String> receives = new ArrayList<>();
    for (String fetch : exchange.fetches()) {
      String key = part.what().fetches().get(fetch);
      if (key != null && !receives.contains(key)) {
        receives.add(key);
      }
    }
    return new RunGraph(
        exchange.session(),
        part.graph(),
        exchange.step(),
        sends,
        receives,
        exchange.traces() || exchange.measured() != null,
        exchange.partial(),
        exchange.lastPartial(),
        scheduler.random());
  }

  private void ended(
      RegisteredStep.Part part, @Nullable StepResult result, @Nullable Throwable error) {
    if (error != null || result == null) {
      fail(RpcFailures.of(error).withTask(part.what().task().name()));
      return;
    }
    synchronized (this) {
      if (over) {
        result.release();
        return;
      }
      values.addAll(result.values());
      stats.addAll(result.stats());
    }
    if (open.decrementAndGet() == 0) {
      succeed();
    }
  }

  private void succeed() {
    StepResult result;
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      result = new StepResult(named(), exchange.traces() ? stats : List.of());
    }
    stopWaiting();
    boolean isWhole = !exchange.partial() || exchange.lastPartial();
    if (isWhole) { // Weir's tasks clean up by themselves
      cleanUp(false);
    }
    if (!answer.complete(result)) {
      result.release();
    }
    Consumer<List<DeviceStats>> measured = exchange.measured();
    if (measured != null) {
      measured.accept(stats);
    }
  }

  /** What was fetched, under the client's names instead of keys. */
  private List<NamedValue> named() {
    Map<String, Tensor> byKey = new HashMap<>();
    values.forEach(value -> byKey.put(value.name(), value.value()));
    List<NamedValue> fetched = new ArrayList<>();
    for (String fetch : exchange.fetches()) {
      for (RegisteredStep.Part part : registered.parts()) {
        String key = part.what().fetches().get(fetch);
        Tensor value = key == null ? null : byKey.get(key);
        if (value != null) { // two names of one edge share it
          fetched.add(new NamedValue(fetch, value.retained()));
        }
      }
    }
    values.forEach(value -> value.value().buffer().release());
    return fetched;
  }

  private void fail(WeirException cause) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      values.forEach(value -> value.value().buffer().release());
      values.clear();
    }
    stopWaiting();
    calls.forEach(call -> call.cancel(true));
    cleanUp(true);
    answer.completeExceptionally(cause);
  }

  private void stopWaiting() {
    waits.forEach(PeerWatch.Wait::close);
    Scheduler.Timer running = timer;
    if (running != null) {
      running.cancel();
    }
  }

  private void cleanUp(boolean all) {
    for (RegisteredStep.Part part : registered.parts()) {
      if (all || !part.what().isWeirs()) {
        RemoteCleanup.watch(
            Futures.attempt(() -> part.worker().cleanupGraph(exchange.step(), MasterTimeouts.CALL)),
            part.what().task());
      }
    }
  }

  private WeirException exceeded(Duration limit) {
    List<String> waiting = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      if (!calls.get(i).isDone()) {
        waiting.add(registered.parts().get(i).what().task().name());
      }
    }
    return new WeirException(
        ErrorCode.DEADLINE_EXCEEDED,
        "the step took longer than its deadline of "
            + limit.toMillis()
            + " ms; it waited for "
            + String.join(", ", waiting));
  }
}
