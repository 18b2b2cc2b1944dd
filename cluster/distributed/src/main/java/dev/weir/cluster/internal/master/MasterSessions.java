package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.task.PeerWatch;
import dev.weir.cluster.internal.task.TaskContext;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.PeriodicTask;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.internal.optimize.GraphOptimizer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A master's sessions. Their leases on workers are renewed while they are open. One whose client
 * does not renew it, or does not use it for long, is ended. Thread-safe.
 */
final class MasterSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  private final TaskContext context;
  private final GraphOptimizer optimizer;
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final Duration idle;
  private final int most;
  private final Map<String, MasterSession> sessions = new ConcurrentHashMap<>();
  private final PeriodicTask upkeep;
  private int opening;

  /** None yet. */
  MasterSessions(
      TaskContext context,
      GraphOptimizer optimizer,
      Scheduler scheduler,
      PeerWatch watch,
      MasterOptions options) {
    this.context = context;
    this.optimizer = optimizer;
    this.scheduler = scheduler;
    this.watch = watch;
    this.idle = options.timeouts().idleTimeout();
    this.most = options.maxSessions();
    Duration quarter = idle.dividedBy(4);
    this.upkeep =
        new PeriodicTask(
            "renewing and ending sessions of " + context.self(),
            quarter.compareTo(MasterTimeouts.RENEWAL) < 0 ? quarter : MasterTimeouts.RENEWAL,
            scheduler,
            () -> !sessions.isEmpty(),
            this::tick);
  }

  int size() {
    return sessions.size();
  }

  /** How many steps of them run now. */
  int runningSteps() {
    return sessions.values().stream().mapToInt(MasterSession::runningSteps).sum();
  }

  /** Room for a session while it is being opened; closed when that is done or has failed. */
  final class Room implements AutoCloseable {
    private boolean closed;

    private Room() {}

    /** Gives it back. Doing it twice does nothing. */
    @Override
    public void close() {
      synchronized (MasterSessions.this) {
        opening -= closed ? 0 : 1;
        closed = true;
      }
    }
  }

  /** Room for one more session; fails if too many are open or being opened. */
  synchronized Room reserve() {
    if (sessions.size() + opening >= most) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          context.self()
              + " has "
              + sessions.size()
              + " open client sessions and is opening "
              + opening
              + "; the limit is "
              + most
              + "; close some, or use the master of another task");
    }
    opening++;
    return new Room();
  }

  /** Opens one on all tasks that have these devices. */
  CompletableFuture<CreateSession.Created> open(
      CreateSession request, Graph graph, List<RemoteDevice> devices) {
    String handle = HexFormat.of().toHexDigits(scheduler.random());
    RemoteDevice home =
        devices.stream()
            .filter(device -> device.task().equals(context.self()))
            .findFirst()
            .orElseThrow(() -> WeirException.internal("%s has no device", context.self()));
    MasterSession session =
        new MasterSession(
            handle, graph, request, devices, home, optimizer, context.peers(), scheduler, watch);
    List<CompletableFuture<?>> announced = new ArrayList<>();
    for (TaskId task : session.tasks()) {
      announced.add(announce(task, handle, request.options().isolated(), home.incarnation()));
    }
    return CompletableFuture.allOf(announced.toArray(CompletableFuture[]::new))
        .handle(
            (none, error) -> {
              if (error != null) {
                RemoteCleanup.watch(session.close(), context.self());
                throw RpcFailures.of(error);
              }
              keep(handle, session);
              LOG.info("session {} on {} devices", handle, devices.size());
              return new CreateSession.Created(handle, 0);
            });
  }

  private void keep(String handle, MasterSession session) {
    sessions.put(handle, session);
    upkeep.start();
  }

  private void tick() {
    sessions.forEach(
        (handle, session) ->
            PeriodicTask.attempt("ending session " + handle, () -> endIfUnused(handle, session)));
    renewLeases();
  }

  /** Ends a session whose client is taken for gone. */
  private void endIfUnused(String handle, MasterSession session) {
    if (session.hasExpired()) {
      LOG.info(
          "session {} ends: its client does not renew it (client crashed or network partition)",
          handle);
      end(handle);
    } else if (session.isIdle(idle)) {
      LOG.info("session {} was not used for {} s and is ended", handle, idle.toSeconds());
      end(handle);
    }
  }

  /** One message to each task of Weir, for all sessions there. */
  private void renewLeases() {
    Map<TaskId, List<String>> byTask = new LinkedHashMap<>();
    sessions.forEach(
        (handle, session) ->
            session
                .tasksOfWeir()
                .forEach(
                    task -> byTask.computeIfAbsent(task, key -> new ArrayList<>()).add(handle)));
    byTask.forEach(
        (task, handles) ->
            watchRenewal(
                Futures.attempt(
                    () -> context.peers().worker(task).renewSessions(handles, MasterTimeouts.CALL)),
                task));
  }

  /** Unreachable tasks are logged at debug level; other reasons are bugs. */
  private static void watchRenewal(CompletableFuture<?> renewal, TaskId task) {
    Futures.whenDone(
        renewal,
        (none, error) -> {
          if (RemoteCleanup.isUnreachable(error)) {
            LOG.debug("leases on {} are not renewed: task unreachable", task);
          } else if (error != null) {
            LOG.warn("leases on {} are not renewed: {}", task, RpcFailures.of(error).summary());
          }
        });
  }

  /** Ends a session asynchronously, if it is open. */
  void end(String handle) {
    MasterSession session = sessions.remove(handle);
    if (session != null) {
      RemoteCleanup.watch(session.close(), context.self());
    }
  }

  private CompletableFuture<?> announce(
      TaskId task, String handle, boolean isolated, long incarnation) {
    CreateWorkerSession request =
        new CreateWorkerSession(
            handle, null, task, isolated, context.self().name(), incarnation, MasterTimeouts.LEASE);
    return Futures.attempt(
            () -> context.peers().worker(task).createSession(request, MasterTimeouts.CALL))
        .handle(
            (none, error) -> {
              if (error != null) {
                throw RpcFailures.of(error).withTask(task.name());
              }
              return null;
            });
  }

  /** One that is open; its client uses it. */
  MasterSession get(String handle) {
    MasterSession session = renew(handle);
    session.touch();
    return session;
  }

  /** One that is open; its client is there. */
  MasterSession renew(String handle) {
    MasterSession session = sessions.get(handle);
    if (session == null) {
      throw new WeirException(
          ErrorCode.ABORTED,
          "Session "
              + handle
              + " is not found. "
              + context.self()
              + " may have been restarted, or the session was closed, reset, or not used for"
              + " long.");
    }
    session.renew();
    return session;
  }

  /** Removes a session; the caller closes it. */
  MasterSession take(String handle) {
    MasterSession session = get(handle);
    sessions.remove(handle);
    return session;
  }

  /** Ends all sessions asynchronously. */
  void endAll() {
    for (String handle : List.copyOf(sessions.keySet())) {
      PeriodicTask.attempt("ending session " + handle, () -> end(handle));
    }
  }

  @Override
  public void close() {
    upkeep.close();
    endAll();
  }
}
