package dev.weir.cluster.internal.task;

import dev.weir.cluster.Durations;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.PeriodicTask;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failure detector: ends waits for tasks that hang, are partitioned or were restarted. A broken
 * connection fails the call that waits on it; this class detects peers whose connection is open but
 * silent. While a wait lasts, its task gets a heartbeat request several times per timeout; short
 * waits cost one insertion and removal. HTTP/2 pings would not do: TensorFlow's servers disconnect
 * peers that send them. Thread-safe.
 */
public final class PeerWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PeerWatch.class);
  private static final int HEARTBEATS_PER_TIMEOUT = 5;

  private final TaskId self;
  private final TaskPeers peers;
  private final Duration timeout;
  private final Set<Wait> waits = new LinkedHashSet<>();
  private final Set<TaskId> asked = new LinkedHashSet<>();
  private final PeriodicTask heartbeats;
  private boolean closed;

  /** Watches the tasks of a context; one that does not respond within the timeout is lost. */
  public PeerWatch(TaskContext context, Scheduler scheduler, Duration timeout) {
    this.self = context.self();
    this.peers = context.peers();
    this.timeout = timeout;
    this.heartbeats =
        new PeriodicTask(
            "heartbeats of " + self,
            timeout.dividedBy(HEARTBEATS_PER_TIMEOUT),
            scheduler,
            this::isWaitedFor,
            this::tick);
  }

  private synchronized boolean isWaitedFor() {
    return !waits.isEmpty();
  }

  /** A wait for a task, from its creation until it is closed. */
  public final class Wait implements AutoCloseable {
    private final TaskId task;
    private final long incarnation;
    private final Consumer<WeirException> lost;
    private boolean isLong;

    private Wait(TaskId task, long incarnation, Consumer<WeirException> lost) {
      this.task = task;
      this.incarnation = incarnation;
      this.lost = lost;
    }

    @Override
    public void close() {
      synchronized (PeerWatch.this) {
        waits.remove(this);
      }
    }
  }

  /**
   * Registers a wait for a task.
   *
   * @param incarnation of one of its devices, as it was when the wait began
   * @param lost called at most once, with the reason why the wait is over
   */
  public Wait on(TaskId task, long incarnation, Consumer<WeirException> lost) {
    Wait wait = new Wait(task, incarnation, lost);
    if (!task.equals(self)) {
      add(wait);
    }
    return wait;
  }

  private void add(Wait wait) {
    synchronized (this) {
      if (closed) {
        return;
      }
      waits.add(wait);
    }
    PeriodicTask.attempt("watching tasks", heartbeats::start); // the next wait retries
  }

  private void tick() {
    Set<TaskId> due = new LinkedHashSet<>();
    synchronized (this) {
      for (Wait wait : waits) {
        if (wait.isLong && !asked.contains(wait.task)) {
          due.add(wait.task);
        }
        wait.isLong = true;
      }
      asked.addAll(due);
    }
    due.forEach(this::ask);
  }

  private void ask(TaskId task) {
    List<Wait> waiting = waitingFor(task);
    Futures.whenDone(
        Futures.attempt(() -> peers.worker(task).status(timeout)),
        (devices, error) -> told(task, devices, error, waiting));
  }

  private synchronized List<Wait> waitingFor(TaskId task) {
    return waits.stream().filter(wait -> wait.task.equals(task)).toList();
  }

  private void told(
      TaskId task,
      @Nullable List<DeviceInfo> devices,
      @Nullable Throwable error,
      List<Wait> waiting) {
    Map<Wait, WeirException> lost = new LinkedHashMap<>();
    synchronized (this) {
      asked.remove(task);
      for (Wait wait : waiting) {
        WeirException why =
            devices == null ? unresponsive(task, RpcFailures.of(error)) : restarted(wait, devices);
        if (why != null && waits.remove(wait)) {
          lost.put(wait, why);
        }
      }
    }
    if (!lost.isEmpty()) {
      LOG.warn("{}", lost.values().iterator().next().getMessage());
    }
    lost.forEach(
        (wait, why) ->
            PeriodicTask.attempt("ending a wait for " + task, () -> wait.lost.accept(why)));
  }

  private @Nullable WeirException unresponsive(TaskId task, WeirException error) {
    return switch (error.code()) {
      case DEADLINE_EXCEEDED ->
          new WeirException(
              ErrorCode.UNAVAILABLE,
              "no response from "
                  + task
                  + " to "
                  + self
                  + " for "
                  + Durations.text(timeout)
                  + " while a step waits for it (process hung or network partition)",
              error);
      case UNAVAILABLE ->
          new WeirException(
              ErrorCode.UNAVAILABLE,
              self + " lost " + task + " while a step waits for it: " + error.getMessage(),
              error);
      default -> null; // it responds
    };
  }

  private static @Nullable WeirException restarted(Wait wait, List<DeviceInfo> devices) {
    List<Long> incarnations = new ArrayList<>();
    devices.forEach(device -> incarnations.add(device.incarnation()));
    return incarnations.contains(wait.incarnation)
        ? null
        : new WeirException(
            ErrorCode.ABORTED,
            wait.task
                + " was restarted while a step waited for it and has lost the step and its"
                + " variables; open a new session and restore them");
  }

  /** Stops all heartbeats. */
  @Override
  public void close() {
    heartbeats.close();
    synchronized (this) {
      closed = true;
      waits.clear();
    }
  }
}
