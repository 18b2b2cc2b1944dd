package dev.weir.cluster.worker;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.wire.CreateWorkerSession;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.FileAccess;
import dev.weir.runtime.SessionConfig;
import dev.weir.runtime.device.Device;
import dev.weir.runtime.execute.ComputePool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions in which a task takes part, of all masters. Those of a master that was restarted go
 * when it opens another. Thread-safe.
 */
final class WorkerSessions implements AutoCloseable {
  private static final int REMEMBERED = 1_000;

  private final TaskId self;
  private final SessionConfig config;
  private final ComputePool pool;
  private final FileAccess files;
  private final StepTable steps;
  private final Map<String, WorkerSession> sessions = new ConcurrentHashMap<>();
  private final RecentIds<String> deleted = new RecentIds<>(REMEMBERED);
  private final RecentIds<Long> deadMasters = new RecentIds<>(REMEMBERED);

  WorkerSessions(
      TaskId self, SessionConfig config, ComputePool pool, FileAccess files, StepTable steps) {
    this.self = self;
    this.config = config;
    this.pool = pool;
    this.files = files;
    this.steps = steps;
  }

  int size() {
    return sessions.size();
  }

  /** How many graphs are registered in them. */
  int graphCount() {
    return sessions.values().stream().mapToInt(WorkerSession::graphCount).sum();
  }

  /** Opens one, unless it is open. */
  void open(CreateWorkerSession request) {
    checkNotLate(request);
    dropEarlierLives(request);
    sessions.computeIfAbsent(
        request.session(), handle -> new WorkerSession(request, configOf(request), pool, files));
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

  private SessionConfig configOf(CreateWorkerSession request) {
    return request.isolated()
        ? config.withDevices(config.devices().stream().map(Device::withFreshState).toList())
        : config;
  }

  /** A master that was restarted knows nothing of its old sessions; so they go. */
  private void dropEarlierLives(CreateWorkerSession request) {
    sessions
        .entrySet()
        .removeIf(
            entry -> {
              WorkerSession old = entry.getValue();
              boolean gone =
                  old.isOfAnEarlierLife(request.masterTask(), request.masterIncarnation());
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
              + " restarted since the session was made?");
    }
    return session;
  }

  /** Closes one, if it is open, and never opens it again. */
  void delete(String handle) {
    deleted.add(handle);
    WorkerSession removed = sessions.remove(handle);
    if (removed != null) {
      close(handle, removed);
    }
  }

  /** With a session go its steps: between the calls of a partial run nobody else would end them. */
  private void close(String handle, WorkerSession session) {
    steps.closeAllOf(handle, new WeirException(ErrorCode.CANCELLED, "the session was closed"));
    session.close();
  }

  @Override
  public void close() {
    sessions.values().forEach(WorkerSession::close);
    sessions.clear();
  }
}
