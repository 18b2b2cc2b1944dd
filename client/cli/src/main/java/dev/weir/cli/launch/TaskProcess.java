package dev.weir.cli.launch;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One process of a group, from its start to its end: its output, its last lines, its exit code. */
final class TaskProcess {
  private static final int KEPT_LINES = 20;

  /** How long output is waited for after the end; something else may hold the stream open. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final TaskCommand command;
  private final TaskLog log;
  private final Process process;
  private final Deque<String> lastLines = new ArrayDeque<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  private TaskProcess(TaskCommand command, TaskLog log, Process process) {
    this.command = command;
    this.log = log;
    this.process = process;
  }

  /**
   * Starts a process.
   *
   * @param mark what {@link MarkedProcesses} finds it by
   * @param onEnd told once, when the process has ended and all it said was passed on
   */
  static TaskProcess start(
      TaskCommand command, String mark, TaskLog log, Consumer<TaskProcess> onEnd) {
    ProcessBuilder builder = new ProcessBuilder(command.command());
    builder.environment().putAll(command.environment());
    builder.environment().put(MarkedProcesses.VARIABLE, mark);
    TaskProcess task = new TaskProcess(command, log, started(command, builder));
    LinePump out = task.pump(TaskLog.Stream.OUT);
    LinePump err = task.pump(TaskLog.Stream.ERR);
    Thread.ofVirtual()
        .name("weir-end-of-" + command.name())
        .start(() -> task.watch(mark, List.of(out, err), onEnd));
    return task;
  }

  private static Process started(TaskCommand command, ProcessBuilder builder) {
    try {
      Process process = builder.start();
      process
          .getOutputStream()
          .close(); // no input: a program that reads gets the end of the stream
      return process;
    } catch (IOException e) {
      throw new WeirException(
          ErrorCode.NOT_FOUND,
          String.format(
              Locale.ROOT,
              "%s cannot run \"%s\": %s; check its name and the PATH",
              command.name(),
              command.command().getFirst(),
              e.getMessage()),
          e);
    }
  }

  private LinePump pump(TaskLog.Stream stream) {
    boolean isOut = stream == TaskLog.Stream.OUT;
    return LinePump.start(
        "weir-log-" + command.name(),
        isOut ? process.getInputStream() : process.getErrorStream(),
        line -> {
          keep(line);
          log.line(command.name(), stream, line);
        });
  }

  private void watch(String mark, List<LinePump> pumps, Consumer<TaskProcess> onEnd) {
    try {
      process.waitFor();
      // what it has started and not ended
      MarkedProcesses.startingWith(mark).forEach(ProcessHandle::destroyForcibly);
      for (LinePump pump : pumps) {
        pump.join(LAST_WORDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown(); // first, so that a listener may restart it
      onEnd.accept(this);
    }
  }

  private void keep(String line) {
    synchronized (lastLines) {
      if (lastLines.size() == KEPT_LINES) {
        lastLines.removeFirst();
      }
      lastLines.addLast(line);
    }
  }

  TaskCommand command() {
    return command;
  }

  Process process() {
    return process;
  }

  boolean isEnded() {
    return ended.getCount() == 0;
  }

  /** Waits until its end was told; false if that takes longer. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    return ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  List<String> lastLines() {
    synchronized (lastLines) {
      return List.copyOf(lastLines);
    }
  }
}
