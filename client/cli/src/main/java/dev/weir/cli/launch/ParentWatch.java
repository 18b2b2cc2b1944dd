package dev.weir.cli.launch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Ends this process when its launcher is gone for any reason. The launcher puts its process id into
 * the property {@link #PROPERTY}; a task that finds it there watches that process.
 *
 * <p>A launcher that was killed cannot end programs that do not watch it. So a task that notices
 * ends all processes with the launcher's mark ({@link MarkedProcesses}) and deletes the token file
 * of the launcher.
 */
public final class ParentWatch {
  /** The system property with the id of the process to watch. */
  public static final String PROPERTY = "weir.parent";

  /** The exit code of a process that has ended because of this. */
  public static final int EXIT_CODE = 143;

  private static final Duration INTERVAL = Duration.ofMillis(300);
  private static final Duration GRACE = Duration.ofSeconds(3);

  private final long pid;
  private final ProcessHandle self = ProcessHandle.current();
  private final boolean isChild;
  private final @Nullable ProcessHandle watched;

  private ParentWatch(long pid) {
    this.pid = pid;
    this.isChild = self.parent().filter(parent -> parent.pid() == pid).isPresent();
    this.watched = ProcessHandle.of(pid).filter(this::isOlder).orElse(null);
  }

  /** Watches from now on, if this process was told whom; otherwise does nothing. */
  public static void startIfAsked() {
    Long pid = Long.getLong(PROPERTY);
    if (pid != null) {
      ParentWatch watch = new ParentWatch(pid);
      Thread.ofPlatform().daemon().name("weir-parent-watch").start(watch::watch);
    }
  }

  private void watch() {
    try {
      while (!isGone()) {
        Thread.sleep(INTERVAL);
      }
      System.err.println("weir: the launcher, process " + pid + ", is gone: this task ends too");
      end(System.getenv());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      Runtime.getRuntime().halt(EXIT_CODE);
    }
  }

  /**
   * A child gets another parent the moment its own ends, while that one may stay listed until it is
   * reaped. The lists of processes are files: without a free descriptor this process cannot even
   * see itself, and then nothing is known about the other one.
   */
  private boolean isGone() {
    return seemsGone() && self.isAlive() && seemsGone();
  }

  private boolean seemsGone() {
    return isChild
        ? self.parent().filter(parent -> parent.pid() != pid).isPresent()
        : watched == null || !MarkedProcesses.isRunning(watched);
  }

  /** A process that has started later has got the number of the one that is meant. */
  private boolean isOlder(ProcessHandle other) {
    return other
        .info()
        .startInstant()
        .flatMap(begun -> self.info().startInstant().map(mine -> !begun.isAfter(mine)))
        .orElse(true);
  }

  /** The file goes first: relatives that notice the same end this process as it ends them. */
  private void end(Map<String, String> environment) throws InterruptedException {
    try {
      TokenFile.deleteAfter(pid, environment);
    } finally {
      endRelatives(environment);
    }
  }

  private static void endRelatives(Map<String, String> environment) throws InterruptedException {
    String mark = environment.get(MarkedProcesses.VARIABLE);
    if (mark == null || mark.indexOf('/') < 0) {
      return;
    }
    String launch = mark.substring(0, mark.indexOf('/') + 1);
    List<ProcessHandle> relatives = MarkedProcesses.startingWith(launch);
    relatives.forEach(ProcessHandle::destroy);
    Processes.awaitEnd(relatives, GRACE);
    MarkedProcesses.startingWith(launch).forEach(ProcessHandle::destroyForcibly);
  }
}
