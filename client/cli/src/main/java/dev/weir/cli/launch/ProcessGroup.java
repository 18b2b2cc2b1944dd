package dev.weir.cli.launch;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Processes that end together. Each has a name; under it there is one process at a time, and a new
 * one when it was started again.
 *
 * <p>{@link #close} leaves no process behind, nor any that they have started: all are asked to end
 * (SIGTERM), and after a time of grace killed. Thread-safe.
 */
public final class ProcessGroup implements AutoCloseable {
  /** A killed process ends at once, unless the operating system holds it. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

  /**
   * The end of a process.
   *
   * @param task its name in the group
   * @param code its exit code; 128 and the signal's number for one that was killed
   */
  public record Exit(String task, int code) {}

  private final TaskLog log;
  private final Duration grace;
  private final String mark = UUID.randomUUID() + "/";
  private final Map<String, TaskProcess> tasks = new LinkedHashMap<>();
  private final BlockingQueue<Exit> exits = new LinkedBlockingQueue<>();
  private final ReentrantLock ending = new ReentrantLock();
  private boolean isStopped;

  /**
   * A group without processes.
   *
   * @param grace how long processes get to end by themselves when they are asked to
   */
  public ProcessGroup(TaskLog log, Duration grace) {
    this.log = log;
    this.grace = grace;
  }

  /** Starts a process; nothing of its name may be running. */
  public synchronized void start(TaskCommand command) {
    if (isStopped) {
      throw new WeirException(
          ErrorCode.CANCELLED, command.name() + " was not started: its group was stopped");
    }
    TaskProcess before = tasks.get(command.name());
    if (before != null && !before.isEnded()) {
      throw new WeirException(
          ErrorCode.ALREADY_EXISTS,
          String.format(
              Locale.ROOT,
              "%s runs already, as process %d",
              command.name(),
              before.process().pid()));
    }
    String taskMark = mark + command.name() + "/";
    tasks.put(command.name(), TaskProcess.start(command, taskMark, log, this::ended));
  }

  private void ended(TaskProcess task) {
    exits.add(new Exit(task.command().name(), task.process().exitValue()));
  }

  /**
   * Kills a process (SIGKILL) and waits for its end, which {@link #nextExit} tells as any other.
   */
  public void kill(String name) {
    TaskProcess task = task(name);
    task.process().toHandle().destroyForcibly(); // Process.destroyForcibly would close its streams
    boolean hasEnded = false;
    try {
      hasEnded = task.awaitEnd(KILL_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!hasEnded) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          String.format(
              Locale.ROOT,
              "%s, process %d, was killed and is still there",
              name,
              task.process().pid()));
    }
  }

  /** Starts a process again as it was started before; kills the one that runs. */
  public void restart(String name) {
    kill(name);
    start(task(name).command());
  }

  /** The number of the process that runs, or has run last, under a name. */
  public long pid(String name) {
    return task(name).process().pid();
  }

  /** Whether a process runs under this name. */
  public synchronized boolean isRunning(String name) {
    TaskProcess task = tasks.get(name);
    return task != null && task.process().isAlive();
  }

  /** What the process of this name has said last, to whichever stream. */
  public List<String> lastLines(String name) {
    return task(name).lastLines();
  }

  /**
   * Waits for the next process to end. All ends are told, each once, in their order.
   *
   * @return nothing if none ends in this time
   */
  public Optional<Exit> nextExit(Duration limit) throws InterruptedException {
    return Optional.ofNullable(exits.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  /** Whether {@link #stop} was called: nothing is started any more. */
  public synchronized boolean isStopped() {
    return isStopped;
  }

  /**
   * Ends all processes and returns when they have ended. Calls after the first wait for it.
   *
   * @throws WeirException if some are there even though they were killed
   */
  public void stop() {
    stop(List.of());
  }

  /** Stops these processes first, within the grace period, and then the others. */
  public void stop(Collection<String> first) {
    synchronized (this) {
      isStopped = true;
    }
    ending.lock();
    try {
      endFirst(first);
      end();
    } catch (InterruptedException e) {
      relatives().forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
    } finally {
      ending.unlock();
    }
  }

  private void endFirst(Collection<String> names) throws InterruptedException {
    List<ProcessHandle> all =
        snapshot().stream()
            .filter(task -> names.contains(task.command().name()))
            .map(task -> task.process().toHandle())
            .filter(ProcessHandle::isAlive)
            .toList();
    all.forEach(ProcessHandle::destroy);
    Processes.awaitEnd(all, grace).forEach(ProcessHandle::destroyForcibly);
  }

  private void end() throws InterruptedException {
    Set<ProcessHandle> all = relatives();
    all.forEach(ProcessHandle::destroy);
    Set<ProcessHandle> left = new LinkedHashSet<>(Processes.awaitEnd(all, grace));
    left.addAll(relatives());
    left.forEach(ProcessHandle::destroyForcibly);
    List<ProcessHandle> immortal = Processes.awaitEnd(left, KILL_LIMIT);
    for (TaskProcess task : snapshot()) {
      task.awaitEnd(KILL_LIMIT);
    }
    if (!immortal.isEmpty()) {
      throw new WeirException(
          ErrorCode.DEADLINE_EXCEEDED,
          "these processes were killed and are still there: "
              + immortal.stream().map(ProcessHandle::pid).toList());
    }
  }

  /** The processes of this group and what they have started, as far as that runs. */
  private Set<ProcessHandle> relatives() {
    Set<ProcessHandle> all = new LinkedHashSet<>();
    for (TaskProcess task : snapshot()) {
      if (task.process().isAlive()) {
        all.add(task.process().toHandle());
        task.process().descendants().forEach(all::add);
      }
    }
    all.addAll(MarkedProcesses.startingWith(mark));
    return all;
  }

  private synchronized Collection<TaskProcess> snapshot() {
    return List.copyOf(tasks.values());
  }

  private synchronized TaskProcess task(String name) {
    TaskProcess task = tasks.get(name);
    if (task == null) {
      throw WeirException.notFound("no process is called %s; there are %s", name, tasks.keySet());
    }
    return task;
  }

  @Override
  public void close() {
    stop();
  }
}
