package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.rpc.Rpc;
import dev.weir.cluster.internal.rpc.RpcHandlers;
import dev.weir.cluster.internal.rpc.Rpcs;
import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.task.RecentRequests;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.MasterPort;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.internal.wire.ExplainPlacement;
import dev.weir.cluster.internal.wire.ExtendSession;
import dev.weir.cluster.internal.wire.MakeCallable;
import dev.weir.cluster.internal.wire.NameLimits;
import dev.weir.cluster.internal.wire.PartialRunSetup;
import dev.weir.cluster.internal.wire.ReleaseCallable;
import dev.weir.cluster.internal.wire.ResetContainers;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.cluster.internal.wire.RunCallable;
import dev.weir.cluster.internal.wire.RunStep;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import dev.weir.runtime.place.Placement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A task's master: starts sessions of clients on the cluster and runs their steps. Thread-safe. */
public final class Master implements MasterPort, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);
  private static final int REQUESTS_REMEMBERED = 10_000;

  private final TaskContext context;
  private final Supplier<List<TaskId>> tasks;
  private final Scheduler scheduler;
  private final MasterOptions options;
  private final PeerWatch watch;
  private final MasterSessions sessions;
  private final RecentRequests requests = new RecentRequests(REQUESTS_REMEMBERED);

  private final RpcHandlers handlers =
      RpcHandlers.builder()
          .on(Rpcs.CREATE_SESSION, this::createSession)
          .on(Rpcs.EXTEND_SESSION, this::extendSession)
          .on(Rpcs.RUN_STEP, this::runStep)
          .on(Rpcs.PARTIAL_RUN_SETUP, this::setUpPartialRun)
          .on(Rpcs.CLOSE_SESSION, this::closeSession)
          .on(Rpcs.LIST_DEVICES, this::listDevices)
          .on(Rpcs.RESET, this::reset)
          .on(Rpcs.EXPLAIN_PLACEMENT, this::explainPlacement)
          .on(Rpcs.MAKE_CALLABLE, this::makeCallable)
          .on(Rpcs.RUN_CALLABLE, this::runCallable)
          .on(Rpcs.RELEASE_CALLABLE, this::releaseCallable)
          .build();

  /** Why no new sessions and steps are taken; null while they are. */
  private volatile @Nullable String refusal;

  /**
   * The master of a task.
   *
   * @param tasks all tasks of the cluster
   * @param optimizer what is applied to graphs before they are placed
   */
  public Master(
      TaskContext context,
      Supplier<List<TaskId>> tasks,
      GraphOptimizer optimizer,
      Scheduler scheduler) {
    this(context, tasks, optimizer, scheduler, MasterOptions.STANDARD);
  }

  /** A master with other than the standard options. */
  public Master(
      TaskContext context,
      Supplier<List<TaskId>> tasks,
      GraphOptimizer optimizer,
      Scheduler scheduler,
      MasterOptions options) {
    this.context = context;
    this.tasks = tasks;
    this.scheduler = scheduler;
    this.options = options;
    this.watch = new PeerWatch(context, scheduler, options.timeouts().heartbeatTimeout());
    this.sessions = new MasterSessions(context, optimizer, scheduler, watch, options);
  }

  /** How many sessions are open. */
  public int sessions() {
    return sessions.size();
  }

  /** How many steps of them run now. */
  public int runningSteps() {
    return sessions.runningSteps();
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

  @Override
  public CompletableFuture<CreateSession.Created> createSession(
      CreateSession request, Duration limit) {
    CompletableFuture<CreateSession.Created> answer = new CompletableFuture<>();
    try {
      checkServing();
      MasterSessions.Room room = sessions.reserve(); // before the graph is parsed
      try {
        scheduler.execute(() -> open(request, limit, room, answer));
      } catch (RuntimeException | Error e) {
        room.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      refuse(answer, RpcFailures.of(e));
    }
    return answer;
  }

  private void open(
      CreateSession request,
      Duration limit,
      MasterSessions.Room room,
      CompletableFuture<CreateSession.Created> answer) {
    try {
      checkNames(request.options());
      Graph graph = GraphDefs.fromBinary(request.graphDef());
      CompletableFuture<List<RemoteDevice>> devices =
          survey(request.options().deviceFilters(), limit);
      Futures.whenDone(
          answer,
          (created, error) -> {
            if (error != null) {
              devices.cancel(true); // the client has gone
            }
          });
      Futures.whenDone(
          devices.thenCompose(found -> sessions.open(request, graph, found)),
          (created, error) -> {
            room.close();
            if (created == null) {
              refuse(answer, RpcFailures.of(error));
            } else if (!answer.complete(created)) {
              sessions.end(created.session()); // its client does not know it
            }
          });
    } catch (RuntimeException | Error e) {
      room.close();
      refuse(answer, RpcFailures.of(e));
    }
  }

  /** They are kept as long as the session. */
  private static void checkNames(SessionOptions options) {
    options.deviceFilters().forEach(filter -> NameLimits.check("a device filter", filter));
    NameLimits.check("a kind of compression", options.compression());
  }

  private static void refuse(CompletableFuture<?> answer, WeirException because) {
    if (!answer.isDone()) { // the log has it before the client is told
      LOG.warn("session refused: {}", because.summary());
      answer.completeExceptionally(because);
    }
  }

  private CompletableFuture<List<RemoteDevice>> survey(List<String> filters, Duration limit) {
    List<TaskId> wanted = tasks.get().stream().filter(task -> isWanted(task, filters)).toList();
    return DeviceDiscovery.of(wanted, context.peers(), scheduler, options, limit);
  }

  private void checkServing() {
    String why = refusal;
    if (why != null) {
      throw new WeirException(ErrorCode.UNAVAILABLE, why);
    }
  }

  /** Its own task is always there; with filters, of the others those that match one. */
  private boolean isWanted(TaskId task, List<String> filters) {
    DeviceSpec spec = new DeviceSpec(task.job(), 0, task.index(), null, null);
    return filters.isEmpty()
        || task.equals(context.self())
        || filters.stream()
            .anyMatch(filter -> DeviceSpec.parse(filter).taskOnly().isCompatibleWith(spec));
  }

  @Override
  public CompletableFuture<Long> extendSession(ExtendSession request, Duration limit) {
    return answer(
        () -> sessions.get(request.session()).extend(request.graphDef(), request.graphVersion()));
  }

  @Override
  public CompletableFuture<StepResult> runStep(RunStep request, Duration limit) {
    return later(
        () -> {
          checkNew(request.requestId());
          if (request.partialRun().isEmpty()) {
            checkServing();
          }
          return sessions.get(request.session()).run(request);
        });
  }

  @Override
  public CompletableFuture<String> setUpPartialRun(PartialRunSetup request, Duration limit) {
    return answer(
        () -> {
          checkNew(request.requestId());
          checkServing();
          return sessions.get(request.session()).setUp(request);
        });
  }

  @Override
  public CompletableFuture<Placement> explainPlacement(ExplainPlacement request, Duration limit) {
    return later(
        () -> {
          checkServing();
          return sessions.get(request.session()).explain(request);
        });
  }

  @Override
  public CompletableFuture<Long> makeCallable(MakeCallable request, Duration limit) {
    return answer(
        () -> {
          checkNew(request.requestId());
          return sessions.get(request.session()).makeCallable(request);
        });
  }

  @Override
  public CompletableFuture<StepResult> runCallable(RunCallable request, Duration limit) {
    return later(
        () -> {
          checkNew(request.requestId());
          checkServing();
          return sessions.get(request.session()).run(request);
        });
  }

  @Override
  public CompletableFuture<@Nullable Void> releaseCallable(
      ReleaseCallable request, Duration limit) {
    return answer(
        () -> {
          sessions.get(request.session()).releaseCallable(request.callable());
          return null;
        });
  }

  private void checkNew(long requestId) {
    if (requestId != 0 && !requests.add(requestId)) {
      throw new WeirException(
          ErrorCode.ABORTED, "duplicate request; the first one is being handled");
    }
  }

  @Override
  public CompletableFuture<@Nullable Void> closeSession(String handle, Duration limit) {
    return later(
        () -> {
          MasterSession session = sessions.take(handle);
          return session.close().handle((none, error) -> null);
        });
  }

  @Override
  public CompletableFuture<DeviceList> listDevices(String handle, Duration limit) {
    return later(
        () -> {
          CompletableFuture<List<RemoteDevice>> devices =
              handle.isEmpty()
                  ? survey(List.of(), limit)
                  : CompletableFuture.completedFuture(sessions.renew(handle).devices());
          return devices.thenApply(found -> handle.isEmpty() ? listed(found) : allLocal(found));
        });
  }

  /** Of a session TensorFlow's masters list all devices as local; ours begin with their own. */
  private DeviceList allLocal(List<RemoteDevice> devices) {
    DeviceList listed = listed(devices);
    List<DeviceInfo> all = new ArrayList<>(listed.local());
    all.addAll(listed.remote());
    return new DeviceList(all, List.of());
  }

  private DeviceList listed(List<RemoteDevice> devices) {
    List<DeviceInfo> local = new ArrayList<>();
    List<DeviceInfo> remote = new ArrayList<>();
    for (RemoteDevice device : devices) {
      DeviceInfo info =
          new DeviceInfo(
              device.name(),
              String.valueOf(device.spec().type()),
              device.memoryLimit(),
              device.incarnation(),
              device.isWeirs() ? DeviceInfo.WEIR : "");
      (device.task().equals(context.self()) ? local : remote).add(info);
    }
    return new DeviceList(local, remote);
  }

  @Override
  public CompletableFuture<@Nullable Void> reset(ResetContainers request, Duration limit) {
    return later(
        () -> {
          sessions.endAll();
          List<CompletableFuture<?>> cleared = new ArrayList<>();
          for (TaskId task : tasks.get()) {
            if (isWanted(task, request.deviceFilters())) {
              cleared.add(
                  context
                      .peers()
                      .worker(task)
                      .cleanupAll(request.containers(), MasterTimeouts.CALL)
                      .handle(
                          (none, error) -> {
                            if (error != null) {
                              throw RpcFailures.of(error).withTask(task.name());
                            }
                            return null;
                          }));
            }
          }
          return CompletableFuture.allOf(cleared.toArray(CompletableFuture[]::new))
              .thenApply(none -> null);
        });
  }

  private static <T extends @Nullable Object> CompletableFuture<T> answer(Supplier<T> what) {
    return later(() -> CompletableFuture.completedFuture(what.get()));
  }

  private static <T extends @Nullable Object> CompletableFuture<T> later(
      Supplier<CompletableFuture<T>> what) {
    try {
      return what.get();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(RpcFailures.of(e));
    }
  }

  /** Takes no new sessions and steps from now on; steps that run go on. */
  public void drain() {
    drain(context.self() + " is shutting down and takes no new sessions or steps");
  }

  /** Takes no new sessions and steps from now on, and says why; the first reason stays. */
  public void drain(String why) {
    if (refusal == null) {
      refusal = why;
    }
  }

  /** Ends all sessions. */
  @Override
  public void close() {
    watch.close();
    sessions.close();
  }
}
