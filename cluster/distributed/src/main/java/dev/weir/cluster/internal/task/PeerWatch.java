package dev.weir.cluster.internal.task;

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
 * Sees to it that nobody waits in vain for a task that hangs, is cut off, or was started anew. A
 * broken connection is noticed by the call that waits on it; what this notices is a peer whose
 * connection stands and from which nothing comes. While somebody waits for longer than a moment,
 * the task is asked how it is, again and again; short waits cost a note and its removal. Pings of
 * HTTP/2 would do the same, but TensorFlow's servers hang up on those who send them. Thread-safe.
 */
public final class PeerWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PeerWatch.class);
  private static final int QUESTIONS_PER_SILENCE = 5;

  private final TaskId self;
  private final TaskPeers peers;
  private final Duration silence;
  private final Set<Wait> waits = new LinkedHashSet<>();
  private final Set<TaskId> asked = new LinkedHashSet<>();
  private final PeriodicTask questions;
  private boolean closed;

  /** Watches the tasks of a context; those that are silent for so long are lost. */
  public PeerWatch(TaskContext context, Scheduler scheduler, Duration silence) {
    this.self = context.self();
    this.peers = context.peers();
    this.silence = silence;
    this.questions =
        new PeriodicTask(
            self + " asking for signs of life",
            silence.dividedBy(QUESTIONS_PER_SILENCE),
            scheduler,
            this::isWaitedFor,
            this::tick);
  }

  private synchronized boolean isWaitedFor() {
    return !waits.isEmpty();
  }

  /** Somebody who waits for a task, until it is closed. */
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
   * Notes that somebody waits for a task.
   *
   * @param incarnation of one of its devices, as it was when the wait began
   * @param lost told, at most once, why there is nothing to wait for any more
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
    PeriodicTask.attempt("watching tasks", questions::start); // or the next wait does it
  }

  private void tick() {
    Set<TaskId> unheard = new LinkedHashSet<>();
    synchronized (this) {
      for (Wait wait : waits) {
        if (wait.isLong && !asked.contains(wait.task)) {
          unheard.add(wait.task);
        }
        wait.isLong = true;
      }
      asked.addAll(unheard);
    }
    unheard.forEach(this::ask);
  }

  private void ask(TaskId task) {
    List<Wait> waiting = waitingFor(task);
    Futures.whenDone(
        Futures.attempt(() -> peers.worker(task).status(silence)),
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
            devices == null ? silent(task, RpcFailures.of(error)) : restarted(wait, devices);
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

  private @Nullable WeirException silent(TaskId task, WeirException error) {
    return switch (error.code()) {
      case DEADLINE_EXCEEDED ->
          new WeirException(
              ErrorCode.UNAVAILABLE,
              task
                  + " has not said a word to "
                  + self
                  + " for "
                  + silence.toMillis()
                  + " ms, while a step waits for it: it hangs, or the network between them is cut",
              error);
      case UNAVAILABLE ->
          new WeirException(
              ErrorCode.UNAVAILABLE,
              task + " is lost to " + self + ", while a step waits for it: " + error.getMessage(),
              error);
      default -> null; // it answers
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
                + " was restarted while a step waited for it, and has forgotten the step and its"
                + " variables; open a new session and restore them");
  }

  /** Asks no more. */
  @Override
  public void close() {
    questions.close();
    synchronized (this) {
      closed = true;
      waits.clear();
    }
  }
}
