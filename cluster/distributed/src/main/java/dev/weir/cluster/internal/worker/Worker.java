package dev.weir.cluster.internal.worker;

import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcHandlers;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.task.RecentRequests;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.transport.WorkerPort;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.DeregisterGraph;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.EmptyRequest;
import dev.weir.cluster.internal.wire.ReceiveTensor;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.RegisterGraph;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunGraph;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.internal.execute.ComputePool;
import dev.weir.runtime.internal.execute.ExecutionPlan;
import dev.weir.runtime.internal.rendezvous.Rendezvous;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task's worker: keeps sessions and registered graphs, runs its part of steps, and hands values
 * to the workers of other tasks. Thread-safe.
 */
public final class Worker implements WorkerPort, AutoCloseable {
  private static final int REQUESTS_REMEMBERED = 100_000;

  private final TaskContext context;
  private final LocalOptions config;
  private final Scheduler scheduler;
  private final ComputePool pool;
  private final PeerWatch watch;
  private final StepTable steps;
  private final WorkerSessions sessions;
  private final SessionHandshake introduction;
  private final Map<String, Long> incarnations = new HashMap<>();
  private final RecentRequests requests = new RecentRequests(REQUESTS_REMEMBERED);
  private final StepCounts counts = new StepCounts();
  private final RpcHandlers handlers =
      RpcHandlers.builder()
          .on(Rpcs.GET_STATUS, (none, timeout) -> status(timeout))
          .on(Rpcs.CREATE_WORKER_SESSION, this::createSession)
          .on(Rpcs.DELETE_WORKER_SESSION, this::deleteSession)
          .on(Rpcs.RENEW_SESSIONS, this::renewSessions)
          .on(Rpcs.REGISTER_GRAPH, this::registerGraph)
          .on(Rpcs.DEREGISTER_GRAPH, this::deregisterGraph)
          .on(Rpcs.RUN_GRAPH, this::runGraph)
          .on(Rpcs.CLEANUP_GRAPH, this::cleanupGraph)
          .on(Rpcs.CLEANUP_ALL, this::cleanupAll)
          .on(Rpcs.RECV_TENSOR, this::receiveTensor)
          .on(Rpcs.MARK_RECV_FINISHED, this::acknowledge)
          .on(Rpcs.LOGGING, this::acknowledge)
          .build();
  private volatile String description = DeviceInfo.WEIR;

  /** The worker of a task with these devices. */
  public Worker(TaskContext context, LocalOptions config, Scheduler scheduler, ComputePool pool) {
    this(context, config, scheduler, pool, WorkerOptions.STANDARD);
  }

  /** A worker with other than the standard options. */
  public Worker(
      TaskContext context,
      LocalOptions config,
      Scheduler scheduler,
      ComputePool pool,
      WorkerOptions options) {
    this.context = context;
    this.config = config;
    this.scheduler = scheduler;
    this.pool = pool;
    this.watch = new PeerWatch(context, scheduler, options.timeouts().heartbeatTimeout());
    this.steps = new StepTable(scheduler, watch, options.limits().steps());
    this.sessions = new WorkerSessions(context.self(), config, pool, options, steps, scheduler);
    this.introduction = new SessionHandshake(context);
    config.devices().forEach(device -> incarnations.put(device.name(), device.incarnation()));
  }

  /** Sets the description of its devices, which tells where it listens for streams. */
  public void describeAs(String text) {
    description = text;
  }

  /** What it has done so far. */
  public StepCounts counts() {
    return counts;
  }

  /** How many steps run now. */
  public int runningSteps() {
    return steps.running();
  }

  /** How many steps it knows, finished or not; zero when idle. */
  public int knownSteps() {
    return steps.size();
  }

  /** What the steps it knows do, a line each. */
  public List<String> whereabouts() {
    return steps.whereabouts();
  }

  /** How many sessions of masters it knows. */
  public int sessions() {
    return sessions.size();
  }

  /** How many graphs are registered. */
  public int registeredGraphs() {
    return sessions.graphCount();
  }

  /** Its devices, as it describes them to others. */
  public List<DeviceInfo> devices() {
    return config.devices().stream().map(this::describe).toList();
  }

  private DeviceInfo describe(Device device) {
    return new DeviceInfo(
        device.name(),
        String.valueOf(device.spec().type()),
        device.allocator().usage().budget(),
        device.incarnation(),
        description);
  }

  /** The methods it implements. */
  public RpcHandlers handlers() {
    return handlers;
  }

  @Override
  public <Q, R extends @Nullable Object> CompletableFuture<R> call(
      Rpc<Q, R> rpc, Q request, Duration timeout) {
    return handlers.call(rpc, request, timeout);
  }

  /** Responds to what TensorFlow sends and nothing here depends on. */
  private CompletableFuture<@Nullable Void> acknowledge(EmptyRequest none, Duration timeout) {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<List<DeviceInfo>> status(Duration limit) {
    return CompletableFuture.completedFuture(devices());
  }

  @Override
  public CompletableFuture<@Nullable Void> createSession(
      CreateWorkerSession request, Duration limit) {
    long arrival = sessions.arrive();
    return introduction
        .check(request)
        .thenApply(
            isConfirmed -> {
              sessions.open(request, arrival, isConfirmed);
              return null;
            });
  }

  @Override
  public CompletableFuture<@Nullable Void> deleteSession(String session, Duration limit) {
    return answer(
        () -> {
          sessions.delete(session);
          return null;
        });
  }

  @Override
  public CompletableFuture<@Nullable Void> renewSessions(List<String> handles, Duration limit) {
    return answer(
        () -> {
          sessions.renew(handles);
          return null;
        });
  }

  @Override
  public CompletableFuture<String> registerGraph(RegisterGraph request, Duration limit) {
    CompletableFuture<String> handle = new CompletableFuture<>();
    try {
      scheduler.execute(() -> register(request, handle));
    } catch (RuntimeException | Error e) {
      handle.completeExceptionally(RpcFailures.of(e));
    }
    return handle;
  }

  private void register(RegisterGraph request, CompletableFuture<String> handle) {
    try {
      handle.complete(sessions.get(request.session()).register(request));
    } catch (RuntimeException | Error e) {
      handle.completeExceptionally(RpcFailures.of(e));
    }
  }

  @Override
  public CompletableFuture<@Nullable Void> deregisterGraph(
      DeregisterGraph request, Duration limit) {
    return answer(
        () -> {
          sessions.get(request.session()).deregister(request.graph());
          return null;
        });
  }

  @Override
  public CompletableFuture<StepResult> runGraph(RunGraph request, Duration limit) {
    CompletableFuture<StepResult> answer = new CompletableFuture<>();
    try {
      checkNew(request.requestId());
      RegisteredGraph graph = sessions.get(request.session()).graph(request.graph());
      if (isBelated(request)) {
        answer.complete(new StepResult(List.of(), List.of()));
        return answer;
      }
      WorkerStep step = steps.begin(request.step());
      step.announce(request);
      Futures.whenDone(answer, (result, error) -> settle(request, step, error));
      step.rendezvous().settleIn(context);
      step.feed(request.sends());
      if (step.start(graph, request.traces(), threadsFor(graph))) {
        counts.started(step.end(), scheduler);
      }
      CompletableFuture<StepResult> values;
      if (!request.partial()) {
        values = step.end().thenCompose(none -> step.fetchAll(request));
      } else if (request.lastPartial()) {
        values = step.end().thenCompose(none -> step.fetch(request));
      } else {
        values = step.fetch(request);
      }
      Futures.whenDone(values, (result, error) -> pass(result, error, answer));
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(RpcFailures.of(e));
    }
    return answer;
  }

  /** Whether a part of a partial run arrived after the last one and has nothing for this task. */
  private boolean isBelated(RunGraph request) {
    return request.partial()
        && !request.lastPartial()
        && request.sends().isEmpty()
        && request.receives().isEmpty()
        && steps.isOver(request.step());
  }

  /** A graph that is soon done runs on the thread that asks for it. */
  private Executor threadsFor(RegisteredGraph graph) {
    boolean isQuick =
        pool.hasOwnThreads() && graph.plans().stream().allMatch(ExecutionPlan::isQuick);
    return isQuick ? Runnable::run : scheduler;
  }

  private static void pass(
      @Nullable StepResult result,
      @Nullable Throwable error,
      CompletableFuture<StepResult> answer) {
    if (result == null) {
      answer.completeExceptionally(RpcFailures.of(error));
    } else if (!answer.complete(result)) {
      result.release(); // its caller no longer waits
    }
  }

  private void checkNew(long requestId) {
    if (requestId != 0 && !requests.add(requestId)) {
      throw new WeirException(
          ErrorCode.ABORTED, "duplicate request; the first one is being handled");
    }
  }

  private void settle(RunGraph request, WorkerStep step, @Nullable Throwable error) {
    if (error instanceof CancellationException) {
      steps.close(request.step(), givenUp());
    } else if (error != null) {
      steps.close(request.step(), RpcFailures.of(error));
    } else {
      steps.closeIfDone(step);
    }
  }

  /** Tasks that wait for the step's values may see this before the master sees its call fail. */
  private static WeirException givenUp() {
    return new WeirException(
        ErrorCode.ABORTED, "the master cancelled the step or lost its connection");
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupGraph(long step, Duration limit) {
    steps.close(step, new WeirException(ErrorCode.CANCELLED, "the master ended the step"));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<@Nullable Void> cleanupAll(List<String> containers, Duration limit) {
    List<String> names = containers.isEmpty() ? List.of("") : containers;
    return answer(
        () -> {
          config.devices().forEach(device -> names.forEach(device.resources()::reset));
          return null;
        });
  }

  @Override
  public CompletableFuture<ReceivedTensor> receiveTensor(ReceiveTensor request, Duration limit) {
    CompletableFuture<ReceivedTensor> answer = new CompletableFuture<>();
    try {
      checkNew(request.requestId());
      checkIncarnation(request.key());
      WorkerStep step = steps.open(request.step());
      Rendezvous.Receiver receiver =
          (value, error) -> hand(request.key(), value, error, step, answer);
      step.rendezvous().serve(request.key(), receiver);
      if (!answer.isDone()) {
        Futures.whenDone(
            answer,
            (value, error) -> {
              if (error != null) {
                step.rendezvous().withdraw(request.key(), receiver);
                steps.closeIfDone(step);
              }
            });
      }
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(RpcFailures.of(e));
    }
    return answer;
  }

  private void hand(
      String key,
      Rendezvous.@Nullable Value value,
      @Nullable WeirException error,
      WorkerStep step,
      CompletableFuture<ReceivedTensor> answer) {
    if (error != null) {
      answer.completeExceptionally(error);
      return;
    }
    ReceivedTensor received =
        value == null || value.tensor() == null
            ? ReceivedTensor.DEAD
            : new ReceivedTensor(value.tensor(), step.compresses(key));
    if (!answer.complete(received)) {
      received.release();
    }
    steps.closeIfDone(step);
  }

  private void checkIncarnation(String key) {
    SenderCache.Sender sender = steps.senders().of(key);
    Long current = incarnations.get(sender.device());
    if (current == null) {
      throw WeirException.invalidArgument(
          "%s is asked for a value of %s; it has %s",
          context.self(), sender.device(), incarnations.keySet());
    }
    if (current != sender.incarnation()) {
      throw new WeirException(
          ErrorCode.ABORTED,
          "RecvTensor expects a different device incarnation: "
              + Long.toHexString(sender.incarnation())
              + " vs. "
              + Long.toHexString(current)
              + "; "
              + context.self()
              + " was restarted");
    }
  }

  private static <T extends @Nullable Object> CompletableFuture<T> answer(Supplier<T> what) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    try {
      answer.complete(what.get());
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(RpcFailures.of(e));
    }
    return answer;
  }

  /** Takes no new steps from now on. The future ends when those it knows are over. */
  public CompletableFuture<@Nullable Void> drain() {
    return drain("the task is shutting down and takes no new steps");
  }

  /** Takes no new steps from now on, and says why; the first reason stays. */
  public CompletableFuture<@Nullable Void> drain(String why) {
    return steps.drain(why);
  }

  /** Ends all steps and forgets all sessions. */
  @Override
  public void close() {
    watch.close();
    steps.close();
    sessions.close();
  }
}
