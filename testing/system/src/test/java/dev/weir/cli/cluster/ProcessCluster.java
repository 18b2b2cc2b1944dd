package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.launch.ProcessGroup;
import dev.weir.cli.launch.TaskCommand;
import dev.weir.cli.launch.TaskLog;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A cluster of processes on the loopback: {@code weir server} for each task. */
final class ProcessCluster implements AutoCloseable {
  static final TaskId PS = new TaskId("ps", 0);
  static final TaskId CHIEF = new TaskId("worker", 0);
  static final TaskId WORKER = new TaskId("worker", 1);

  /** What is said of a task that does not respond, after its name. */
  static final String SILENT = "no response from ";

  private static final Duration START = Duration.ofSeconds(180);
  private static final Duration STATUS = Duration.ofSeconds(20);
  private static final Duration CLEAN = Duration.ofSeconds(60);

  /** What a task may hold more than before: resources by name, caches. */
  private static final long MEMORY_SLACK = 1 << 20;

  private final ClusterSpec spec;
  private final Map<TaskId, ClusterSpec> views = new HashMap<>();
  private final Map<TaskId, List<String>> own = new HashMap<>();
  private final Map<TaskId, List<String>> ofJvm = new HashMap<>();
  private final Map<TaskId, String> limits = new HashMap<>();
  private final List<String> options;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final ProcessGroup group = new ProcessGroup(this::line, Duration.ofSeconds(10));
  private final Map<String, Integer> exitCodes = new HashMap<>();
  private final GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT);

  /** A cluster of which nothing runs yet; options are for every server. */
  ProcessCluster(ClusterSpec spec, String... options) {
    this.spec = spec;
    this.options = List.of(options);
  }

  private void line(String task, TaskLog.Stream stream, String line) {
    lines.add(task + " " + line);
  }

  /** The cluster as one task is told of it. */
  void tell(TaskId task, ClusterSpec view) {
    views.put(task, view);
  }

  /** Further options for one task. */
  void give(TaskId task, String... more) {
    own.put(task, List.of(more));
  }

  /** Further options for the JVM of one task. */
  void giveJvm(TaskId task, String... more) {
    ofJvm.put(task, List.of(more));
  }

  /** Starts a task under a limit of the shell's {@code ulimit}, such as {@code -n 200}. */
  void limit(TaskId task, String limit) {
    limits.put(task, limit);
  }

  ClusterSpec spec() {
    return spec;
  }

  String target(TaskId task) {
    return "grpc://" + spec.address(task);
  }

  private static String name(TaskId task) {
    return task.job() + "/" + task.index();
  }

  /** Starts tasks that do not run, all at once, and waits until they serve. */
  void start(TaskId... tasks) {
    List<TaskId> started = new ArrayList<>();
    for (TaskId task : tasks) {
      if (!group.isRunning(name(task))) {
        lines.removeIf(line -> line.startsWith(name(task) + " "));
        group.start(new TaskCommand(name(task), command(task), Map.of()));
        started.add(task);
      }
    }
    started.forEach(task -> awaitLine(task, line -> line.contains(" serves at grpc://")));
  }

  private List<String> command(TaskId task) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(
        List.of("server", "--job", task.job(), "--task", Integer.toString(task.index())));
    arguments.addAll(List.of("--cluster", views.getOrDefault(task, spec).toString()));
    arguments.addAll(options);
    arguments.addAll(own.getOrDefault(task, List.of()));
    List<String> words = FastStart.java("dev.weir.cli.Main", arguments);
    words.addAll(words.indexOf("-cp"), ofJvm.getOrDefault(task, List.of()));
    String limit = limits.get(task);
    if (limit != null) {
      words.addAll(0, List.of("/bin/sh", "-c", "ulimit " + limit + "; exec \"$@\"", "limited"));
    }
    return words;
  }

  /** Starts another process in the same group. */
  void startJava(String name, Class<?> main, String... arguments) {
    startJava(name, List.of(), main, arguments);
  }

  /** Starts another process in the same group, whose JVM has further options. */
  void startJava(String name, List<String> more, Class<?> main, String... arguments) {
    List<String> words = FastStart.java(main.getName(), List.of(arguments));
    words.addAll(words.indexOf("-cp"), more);
    group.start(new TaskCommand(name, words, Map.of()));
  }

  /** Waits for a line of a task. */
  String awaitLine(TaskId task, Predicate<String> wanted) {
    return awaitLine(name(task), wanted);
  }

  String awaitLine(String name, Predicate<String> wanted) {
    Predicate<String> ofTask = line -> line.startsWith(name + " ") && wanted.test(line);
    Waiting.until(() -> lines.stream().anyMatch(ofTask), START, () -> String.join("\n", lines));
    return lines.stream().filter(ofTask).findFirst().orElseThrow();
  }

  /** What all processes have said, after their names. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  List<String> linesOf(TaskId task) {
    return lines.stream().filter(line -> line.startsWith(name(task) + " ")).toList();
  }

  void kill(TaskId task) {
    kill(name(task));
  }

  /** Kills a process and consumes its exit, so that the next wait is for the next exit. */
  void kill(String name) {
    group.kill(name);
    try {
      awaitExit(name, START);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  long pid(TaskId task) {
    return group.pid(name(task));
  }

  void restart(TaskId task) {
    kill(task);
    start(task);
  }

  boolean isRunning(TaskId task) {
    return group.isRunning(name(task));
  }

  /** Sends a signal: STOP, CONT or TERM. */
  void signal(TaskId task, String signal) throws IOException, InterruptedException {
    signal(name(task), signal);
  }

  /** Stops a task, where nothing may be thrown that must be declared. */
  void stop(TaskId task) {
    try {
      signal(task, "STOP");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  void signal(String name, String signal) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(group.pid(name))).start();
    assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  /** Waits for the end of a task; its exit code. */
  int awaitExit(TaskId task, Duration limit) throws InterruptedException {
    return awaitExit(name(task), limit);
  }

  int awaitExit(String name, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    Integer code = exitCodes.remove(name);
    while (code == null) {
      ProcessGroup.Exit exit =
          group.nextExit(Duration.ofNanos(Math.max(1, end - System.nanoTime()))).orElseThrow();
      exitCodes.put(exit.task(), exit.code());
      code = exitCodes.remove(name);
    }
    return code;
  }

  TaskStatus status(TaskId task) {
    return network.taskStatus(spec.address(task), STATUS).join();
  }

  /** Waits until so many steps run on a task. */
  void awaitRunning(TaskId task, int steps) {
    Waiting.until(() -> status(task).runningSteps() >= steps, START, () -> status(task).toString());
  }

  /** What a task holds, to compare with later. */
  Map<TaskId, Long> memory(TaskId... tasks) {
    Map<TaskId, Long> memory = new HashMap<>();
    for (TaskId task : tasks) {
      memory.put(task, status(task).memoryUsed());
    }
    return memory;
  }

  /** Waits until nothing is left of steps, and no more memory is held than before. */
  void awaitNothingLeft(Map<TaskId, Long> before) {
    before.forEach(
        (task, memory) ->
            Waiting.until(
                () -> isClean(status(task), memory),
                CLEAN,
                () -> status(task) + ", held before: " + memory));
  }

  private static boolean isClean(TaskStatus status, long memory) {
    return status.knownSteps() == 0
        && status.runningSteps() == 0
        && status.memoryUsed() <= memory + MEMORY_SLACK;
  }

  /** Whether a task answers. */
  boolean answers(TaskId task) {
    try {
      return status(task).task().equals(task.name());
    } catch (CompletionException e) {
      assertThat(e).hasCauseInstanceOf(WeirException.class);
      return false;
    }
  }

  @Override
  public void close() {
    network.close();
    group.close();
  }
}
