package dev.weir.cluster.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.transport.Futures;
import dev.weir.cluster.transport.Scheduler;
import dev.weir.cluster.wire.CreateSession;
import dev.weir.cluster.wire.CreateWorkerSession;
import dev.weir.cluster.wire.Failures;
import dev.weir.cluster.worker.Neighbourhood;
import dev.weir.cluster.worker.PeerWatch;
import dev.weir.cluster.worker.TaskErrors;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.runtime.optimise.Optimiser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A master's sessions. One that nobody uses for long is ended. Thread-safe. */
final class MasterSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  private final Neighbourhood neighbourhood;
  private final Optimiser optimiser;
  private final Scheduler scheduler;
  private final PeerWatch watch;
  private final Duration idle;
  private final Map<String, MasterSession> sessions = new ConcurrentHashMap<>();
  private Scheduler.@Nullable Timer sweep;

  /**
   * None yet.
   *
   * @param idle how long one may be unused
   */
  MasterSessions(
      Neighbourhood neighbourhood,
      Optimiser optimiser,
      Scheduler scheduler,
      PeerWatch watch,
      Duration idle) {
    this.neighbourhood = neighbourhood;
    this.optimiser = optimiser;
    this.scheduler = scheduler;
    this.watch = watch;
    this.idle = idle;
  }

  int size() {
    return sessions.size();
  }

  /** How many steps of them run now. */
  int runningSteps() {
    return sessions.values().stream().mapToInt(MasterSession::runningSteps).sum();
  }

  /** Opens one on all tasks that have these devices. */
  CompletableFuture<CreateSession.Created> open(
      CreateSession request, Graph graph, List<RemoteDevice> devices) {
    String handle = HexFormat.of().toHexDigits(scheduler.random());
    RemoteDevice home =
        devices.stream()
            .filter(device -> device.task().equals(neighbourhood.self()))
            .findFirst()
            .orElseThrow(() -> WeirException.internal("%s has no device", neighbourhood.self()));
    MasterSession session =
        new MasterSession(
            handle,
            graph,
            request.options(),
            devices,
            home,
            optimiser,
            neighbourhood.peers(),
            scheduler,
            watch);
    List<CompletableFuture<?>> announced = new ArrayList<>();
    for (TaskId task : session.tasks()) {
      announced.add(announce(task, handle, request.options().isolated(), home.incarnation()));
    }
    return CompletableFuture.allOf(announced.toArray(CompletableFuture[]::new))
        .handle(
            (none, error) -> {
              if (error != null) {
                CleanUps.watch(session.close(), neighbourhood.self());
                throw Failures.of(error);
              }
              keep(handle, session);
              LOG.info("session {} on {} devices", handle, devices.size());
              return new CreateSession.Created(handle, 0);
            });
  }

  private void keep(String handle, MasterSession session) {
    sessions.put(handle, session);
    synchronized (this) {
      if (sweep == null) {
        sweep = scheduler.after(sweepPeriod(), this::sweep);
      }
    }
  }

  private Duration sweepPeriod() {
    return idle.dividedBy(4);
  }

  /** Ends sessions that nobody has used for long. */
  private void sweep() {
    sessions.forEach(
        (handle, session) -> {
          if (session.isIdle(idle)) {
            LOG.info("session {} was not used for {} s and is ended", handle, idle.toSeconds());
            end(handle);
          }
        });
    synchronized (this) {
      sweep = sessions.isEmpty() ? null : scheduler.after(sweepPeriod(), this::sweep);
    }
  }

  /** Ends one, if it is open; nobody waits for that. */
  void end(String handle) {
    MasterSession session = sessions.remove(handle);
    if (session != null) {
      CleanUps.watch(session.close(), neighbourhood.self());
    }
  }

  private CompletableFuture<?> announce(
      TaskId task, String handle, boolean isolated, long incarnation) {
    CreateWorkerSession request =
        new CreateWorkerSession(
            handle, null, task, isolated, neighbourhood.self().name(), incarnation);
    return Futures.attempt(
            () -> neighbourhood.peers().worker(task).createSession(request, Limits.CALL))
        .handle(
            (none, error) -> {
              if (error != null) {
                throw TaskErrors.from(task, Failures.of(error));
              }
              return null;
            });
  }

  /** One that is open; its client is there. */
  MasterSession get(String handle) {
    MasterSession session = sessions.get(handle);
    if (session == null) {
      throw new WeirException(
          ErrorCode.ABORTED,
          "Session "
              + handle
              + " is not found. "
              + neighbourhood.self()
              + " may have been restarted, or the session was closed, reset, or not used for"
              + " long.");
    }
    session.touch();
    return session;
  }

  /** The same, no longer among them: who takes it closes it. */
  MasterSession take(String handle) {
    MasterSession session = get(handle);
    sessions.remove(handle);
    return session;
  }

  /** Ends all; nobody waits for that. */
  void endAll() {
    List.copyOf(sessions.keySet()).forEach(this::end);
  }

  @Override
  public void close() {
    synchronized (this) {
      if (sweep != null) {
        sweep.cancel();
      }
    }
    endAll();
  }
}
