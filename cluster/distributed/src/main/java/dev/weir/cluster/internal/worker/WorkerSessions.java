package dev.weir.cluster.internal.worker;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.task.RecentIds;
import dev.weir.cluster.internal.transport.PeriodicTask;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.NameLimits;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.internal.execute.ComputePool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions in which a task takes part, of all masters. One ends when its master deletes it,
 * when its lease is not renewed, or when the master was restarted and opens another. Masters of
 * TensorFlow have no leases: their sessions end when they have not been used for long. Thread-safe.
 */
final class WorkerSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
  private static final int REMEMBERED = 1_000;

  /** Between two looks for leases that have run out. */
  private static final Duration SWEEP = Duration.ofSeconds(10);

  private final TaskId self;
  private final LocalOptions config;
  private final ComputePool pool;
  private final WorkerOptions options;
  private final StepTable steps;
  private final Map<String, WorkerSession> sessions = new ConcurrentHashMap<>();
  private final RecentIds<String> deleted = new RecentIds<>(REMEMBERED);
  private final RecentIds<Long> deadMasters = new RecentIds<>(REMEMBERED);
  private final AtomicLong arrivals = new AtomicLong();
  private final Scheduler scheduler;
  private final Duration idle;
  private final PeriodicTask sweep;

  /**
   * None yet.
   *
   * @param options what files graphs may touch, and how long a session without a lease is kept
   */
  WorkerSessions(
      TaskId self,
      LocalOptions config,
      ComputePool pool,
      WorkerOptions options,
      StepTable steps,
      Scheduler scheduler) {
    this.self = self;
    this.config = config;
    this.pool = pool;
    this.options = options;
    this.idle = options.timeouts().idleTimeout();
    this.steps = steps;
    this.scheduler = scheduler;
    Duration quarter = idle.dividedBy(4);
    this.sweep =
        new PeriodicTask(
            "ending sessions on " + self,
            quarter.compareTo(SWEEP) < 0 ? quarter : SWEEP,
            scheduler,
            () -> !sessions.isEmpty(),
            this::sweep);
  }

  int size() {
    return sessions.size();
  }

  /** How many graphs are registered in them. */
  int graphCount() {
    return sessions.values().stream().mapToInt(WorkerSession::graphCount).sum();
  }

  /** Numbers a request to open a session, when it arrives. */
  long arrive() {
    return arrivals.incrementAndGet();
  }

  /**
   * Opens one, unless it is open. Sessions of other incarnations of its master end, unless one of
   * them was asked for after this one: then this request is of a master that has died.
   *
   * @param arrival the number of the request: it may be opened much later than it arrived, since
   *     its master is asked first
   * @param isConfirmed whether the master has said that it runs in this incarnation; then it is not
   *     dead, whatever an earlier request of another incarnation looked like
   */
  void open(CreateWorkerSession request, long arrival, boolean isConfirmed) {
    NameLimits.check("the handle of a session", request.session());
    NameLimits.check("the name of a master", request.masterTask());
    if (isConfirmed) {
      deadMasters.remove(request.masterIncarnation());
    }
    if (isOvertaken(request, arrival)) {
      deadMasters.add(request.masterIncarnation());
    }
    checkNotLate(request);
    dropEarlierLives(request);
    checkRoom(request);
    sessions.computeIfAbsent(
        request.session(),
        handle ->
            new WorkerSession(
                request, arrival, configOf(request), pool, options, scheduler.nanoTime()));
    sweep.start();
  }

  private void checkRoom(CreateWorkerSession request) {
    if (sessions.size() >= options.limits().sessions()
        && !sessions.containsKey(request.session())) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          self
              + " takes part in "
              + sessions.size()
              + " sessions; the limit is "
              + options.limits().sessions()
              + "; close some");
    }
  }

  private void sweep() {
    long now = scheduler.nanoTime();
    sessions.forEach(
        (handle, session) ->
            PeriodicTask.attempt(
                "ending session " + handle, () -> endIfExpired(handle, session, now)));
  }

  /** Ends a session whose master is taken for gone. */
  private void endIfExpired(String handle, WorkerSession session, long now) {
    if (session.hasExpired(now, idle) && !steps.isRunningFor(handle, session.isLeased())) {
      LOG.warn(
          "session {} of {} ends: {}",
          handle,
          session.masterTask(),
          session.isLeased()
              ? "its lease was not renewed (master crashed or network partition)"
              : "it was not used for " + idle.toSeconds() + " s");
      delete(handle);
    }
  }

  /** Renews the leases of sessions that are open; the others stay unknown. */
  void renew(List<String> handles) {
    long now = scheduler.nanoTime();
    for (String handle : handles) {
      WorkerSession session = sessions.get(handle);
      if (session != null) {
        session.touch(now);
      }
    }
  }

  /** Whether a session is open that another incarnation of the same master asked for later. */
  private boolean isOvertaken(CreateWorkerSession request, long arrival) {
    return sessions.values().stream()
        .anyMatch(
            other ->
                other.isOfAnotherLife(request.masterTask(), request.masterIncarnation())
                    && other.arrival() > arrival);
  }

  /** What was sent before may come after: the session is over, or its master is. */
  private void checkNotLate(CreateWorkerSession request) {
    if (deleted.contains(request.session())) {
      throw new WeirException(
          ErrorCode.ABORTED, "session " + request.session() + " was deleted before");
    }
    if (deadMasters.contains(request.masterIncarnation())) {
      throw new WeirException(
          ErrorCode.ABORTED, request.masterTask() + " was restarted since it asked for a session");
    }
  }

  private LocalOptions configOf(CreateWorkerSession request) {
    return request.isolated()
        ? config.toBuilder()
            .devices(config.devices().stream().map(Device::withFreshState).toList())
            .build()
        : config;
  }

  /** A master that was restarted knows nothing of its old sessions; so they go. */
  private void dropEarlierLives(CreateWorkerSession request) {
    sessions
        .entrySet()
        .removeIf(
            entry -> {
              WorkerSession old = entry.getValue();
              boolean gone = old.isOfAnotherLife(request.masterTask(), request.masterIncarnation());
              if (gone) {
                deadMasters.add(old.masterIncarnation());
                close(entry.getKey(), old);
              }
              return gone;
            });
  }

  /** One that is open. */
  WorkerSession get(String handle) {
    WorkerSession session = sessions.get(handle);
    if (session == null) {
      throw new WeirException(
          ErrorCode.ABORTED,
          "Session handle is not found: "
              + handle
              + "; was "
              + self
              + " restarted since the session was made, or out of its master's reach for long?");
    }
    session.touch(scheduler.nanoTime());
    return session;
  }

  /** Closes one, if it is open, and never opens it again. */
  void delete(String handle) {
    NameLimits.check("the handle of a session", handle);
    deleted.add(handle);
    WorkerSession removed = sessions.remove(handle);
    if (removed != null) {
      close(handle, removed);
    }
  }

  /** Ends the steps of a session too: nothing else ends a partial run between two calls. */
  private void close(String handle, WorkerSession session) {
    steps.closeAllOf(handle, new WeirException(ErrorCode.CANCELLED, "the session was closed"));
    session.close();
  }

  @Override
  public void close() {
    sweep.close();
    sessions.forEach(
        (handle, session) -> PeriodicTask.attempt("ending session " + handle, session::close));
    sessions.clear();
  }
}
