package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.wire.DeviceStats;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Endpoint;
import dev.weir.graph.Node;
import dev.weir.runtime.internal.GraphServices;
import dev.weir.runtime.internal.compile.ClientEdges;
import dev.weir.runtime.internal.execute.Step;
import dev.weir.runtime.internal.rendezvous.Rendezvous;
import dev.weir.runtime.internal.trace.TraceRecorder;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * This task's share of one step: the rendezvous, which exists from the first message about the
 * step, and the run, once the master asks for it.
 */
final class WorkerStep {
  private final long id;
  private final StepRendezvous rendezvous;
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private @Nullable Step step;
  private @Nullable RegisteredGraph graph;
  private @Nullable TraceRecorder recorder;
  private volatile long touchedNanos;
  private volatile String session = "";
  private boolean partial;
  private boolean sawLast;

  WorkerStep(long id, StepRendezvous rendezvous, long nowNanos) {
    this.id = id;
    this.rendezvous = rendezvous;
    this.touchedNanos = nowNanos;
  }

  long id() {
    return id;
  }

  StepRendezvous rendezvous() {
    return rendezvous;
  }

  /** When it was last used. */
  long touchedNanos() {
    return touchedNanos;
  }

  void touch(long nowNanos) {
    touchedNanos = nowNanos;
  }

  /** Whose step it is; empty until its master says so. */
  String session() {
    return session;
  }

  /** Whether it runs or has run. */
  synchronized boolean hasStarted() {
    return step != null;
  }

  /** Whether a value that it sends to another task is compressed on its way. */
  synchronized boolean compresses(String key) {
    return graph != null && graph.compression().appliesTo(key);
  }

  /** Takes note of what a message says: whose it is, and whether others will follow. */
  synchronized void announce(RunGraph request) {
    session = request.session();
    partial |= request.partial();
    sawLast |= request.lastPartial();
  }

  /** Whether it is a partial run that is not over for the master. */
  synchronized boolean expectsMore() {
    return partial && !sawLast;
  }

  /** Whether it runs now. */
  boolean isRunning() {
    return hasStarted() && !end.isDone();
  }

  /** What it does, for people. */
  String whereabouts() {
    if (!hasStarted()) {
      return "step " + id + " has pending requests but has not started";
    }
    if (expectsMore()) {
      return "step " + id + " is a partial run that waits for its client";
    }
    return "step "
        + id
        + (isRunning() ? " runs" : " has run and holds values that were not fetched");
  }

  /** Ends when the run does. */
  CompletableFuture<@Nullable Void> end() {
    return end;
  }

  /**
   * Starts the run where the executor says. A partial run is started by its first message; others
   * fail if they were started before.
   *
   * @return whether it was started now
   */
  boolean start(RegisteredGraph registered, boolean traces, Executor threads) {
    Step running;
    synchronized (this) {
      if (step != null && partial) {
        return false;
      }
      if (step != null) {
        throw new WeirException(
            ErrorCode.ABORTED, "step " + id + " was started before; it cannot run twice");
      }
      GraphServices services = registered.services();
      if (traces) {
        recorder = new TraceRecorder();
        services = services.withListener(recorder);
      }
      running = new Step(new Tensor[0], 0, services, rendezvous);
      step = running;
      graph = registered;
    }
    threads.execute(() -> running.start(registered.plans(), this::over));
    return true;
  }

  private void over(@Nullable WeirException error) {
    if (error == null) {
      end.complete(null);
    } else {
      end.completeExceptionally(error);
    }
  }

  /** Puts values where the step waits for them; they stay the caller's. */
  void feed(List<NamedValue> sends) {
    for (NamedValue send : sends) {
      rendezvous.send(send.name(), new Rendezvous.Value(send.value().shared()));
    }
  }

  /**
   * Takes values out of a step that has run. One that is not there then is, to TensorFlow's
   * masters, an error of the system, and so it is to ours.
   */
  CompletableFuture<StepResult> fetchAll(RunGraph request) {
    return fetch(request)
        .exceptionallyCompose(
            error -> {
              WeirException cause = RpcFailures.of(error);
              String context = "Failed to fetch outputs for step " + id + " (" + cause.code() + ")";
              return CompletableFuture.failedFuture(
                  cause.withCode(ErrorCode.INTERNAL).within(context));
            });
  }

  /** Takes values out, each when it is there. */
  CompletableFuture<StepResult> fetch(RunGraph request) {
    List<CompletableFuture<Tensor>> values = new ArrayList<>();
    for (String key : request.receives()) {
      CompletableFuture<Tensor> value = new CompletableFuture<>();
      rendezvous.receive(key, (received, error) -> arrived(key, value, received, error));
      values.add(value);
    }
    return CompletableFuture.allOf(values.toArray(CompletableFuture[]::new))
        .handle(
            (none, error) -> {
              if (error != null) {
                values.stream()
                    .filter(value -> value.isDone() && !value.isCompletedExceptionally())
                    .forEach(value -> value.resultNow().buffer().release());
                throw RpcFailures.of(error);
              }
              List<NamedValue> named = new ArrayList<>();
              for (int i = 0; i < values.size(); i++) {
                named.add(new NamedValue(request.receives().get(i), values.get(i).resultNow()));
              }
              return new StepResult(named, stats());
            });
  }

  private void arrived(
      String key,
      CompletableFuture<Tensor> value,
      Rendezvous.@Nullable Value received,
      @Nullable WeirException error) {
    if (error != null) {
      value.completeExceptionally(error);
    } else if (received == null || received.tensor() == null) {
      value.completeExceptionally(dead(key));
    } else if (!value.complete(received.tensor())) {
      received.tensor().buffer().release();
    }
  }

  private synchronized WeirException dead(String key) {
    Endpoint fetched = Endpoint.parse(ClientEdges.fetchedUnder(key));
    Node node = graph == null ? null : graph.graph().find(fetched.node());
    return node == null
        ? new WeirException(
            ErrorCode.INVALID_ARGUMENT,
            fetched + " is dead: it is on a branch that was not taken, so it has no value to fetch")
        : Step.deadFetch(node.output(fetched.index()));
  }

  private synchronized List<DeviceStats> stats() {
    return recorder == null ? List.of() : StepTraces.ofTask(recorder);
  }

  /** Ends it, whatever it does. */
  void abort(WeirException cause) {
    Step running;
    synchronized (this) {
      running = step;
    }
    if (running != null) {
      running.abort(cause);
    }
    rendezvous.abort(cause);
  }
}
