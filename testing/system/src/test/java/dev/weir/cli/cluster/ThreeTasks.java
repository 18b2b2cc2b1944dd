package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static dev.weir.cli.cluster.ProcessCluster.WORKER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.HostPort;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A cluster of processes to break: one ps, two workers, and a proxy between ps and worker 1. Steps
 * that wait on it are those of {@link WaitingGraph}.
 */
final class ThreeTasks implements AutoCloseable {
  private static final String SILENCE_OF_CLIENTS = "weir.heartbeat.seconds";

  final ProcessCluster cluster;
  final Proxy proxy;

  /** Where worker 1 finds ps. */
  final String viaProxy;

  /** The port of ps for streams. */
  final int streams;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private Map<TaskId, Long> memory = Map.of();
  private String test = "";

  /**
   * Starts all tasks.
   *
   * @param silence after which tasks and the clients of this process take others for lost
   */
  ThreeTasks(Duration silence, Path temporary, String... options) throws IOException {
    System.setProperty(SILENCE_OF_CLIENTS, Long.toString(silence.toSeconds()));
    ClusterSpec spec = Ports.of(PS, CHIEF, WORKER);
    streams = Ports.next();
    int calls = HostPort.parse(spec.address(PS)).port();
    cluster = new ProcessCluster(spec, options(silence, options));
    proxy = new Proxy(calls, streams);
    viaProxy = Proxy.HOST + ":" + calls;
    cluster.give(PS, "--streams", Integer.toString(streams));
    // sockets in a folder for temporary files would go past the proxy
    cluster.giveJvm(PS, "-Djava.io.tmpdir=" + temporary);
    cluster.tell(
        WORKER,
        ClusterSpec.builder()
            .task(PS, viaProxy)
            .task(CHIEF, spec.address(CHIEF))
            .task(WORKER, spec.address(WORKER))
            .build());
    cluster.start(PS, CHIEF, WORKER);
  }

  private static String[] options(Duration silence, String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    all.addAll(List.of("--heartbeat-timeout-seconds", Long.toString(silence.toSeconds())));
    return all.toArray(String[]::new);
  }

  /** Starts what is gone, and takes note of what all hold. */
  void begin(String name) {
    cluster.start(PS, CHIEF, WORKER);
    memory = cluster.memory(PS, CHIEF, WORKER);
    test = name;
  }

  /** A graph whose steps wait on a task. */
  WaitingGraph waitingOn(TaskId task) {
    return new WaitingGraph(task, test);
  }

  String queue() {
    return test;
  }

  /** A session whose master is worker 0. */
  Session connect(WaitingGraph waiting) {
    return Session.connect(cluster.target(CHIEF), waiting.graph);
  }

  /** A step that was begun. */
  record Begun(CompletableFuture<Float> step, long at) {
    Duration since() {
      return Duration.ofNanos(System.nanoTime() - at);
    }
  }

  /** Begins a step that waits, and returns when these tasks run their parts of it. */
  Begun begin(WaitingGraph waiting, Session session, TaskId... running) {
    long at = System.nanoTime();
    CompletableFuture<Float> step =
        CompletableFuture.supplyAsync(() -> waiting.run(session, RunOptions.DEFAULT), threads);
    for (TaskId task : running) {
      cluster.awaitRunning(task, 1);
    }
    return new Begun(step, at);
  }

  <T> CompletableFuture<T> inBackground(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, threads);
  }

  /** How a step fails that was begun, within a time from now. */
  static WeirException failure(CompletableFuture<?> step, Duration limit) {
    ExecutionException failure =
        catchThrowableOfType(
            ExecutionException.class, () -> step.get(limit.toMillis(), TimeUnit.MILLISECONDS));
    assertThat(failure).as("a failure within %s", limit).isNotNull();
    assertThat(failure.getCause()).isInstanceOf(WeirException.class);
    return (WeirException) failure.getCause();
  }

  /** Nothing is left of steps on these tasks, nor memory. */
  void assertNothingLeft(TaskId... tasks) {
    for (TaskId task : tasks) {
      cluster.awaitNothingLeft(Map.of(task, memory.getOrDefault(task, 0L)));
    }
  }

  /** Steps go through all tasks again, in a new session: each task runs its part of them. */
  void assertWorks() {
    Map<TaskId, Long> before = finishedSteps();
    WaitingGraph waiting = new WaitingGraph(PS, test + "-afterward");
    try (Session session = connect(waiting)) {
      waiting.release(session);
      assertThat(waiting.runEverywhere(session)).isEqualTo(WaitingGraph.expected());
    }
    finishedSteps()
        .forEach(
            (task, steps) -> assertThat(steps).as(task.name()).isGreaterThan(before.get(task)));
  }

  private Map<TaskId, Long> finishedSteps() {
    Map<TaskId, Long> finished = new HashMap<>();
    for (TaskId task : List.of(PS, CHIEF, WORKER)) {
      TaskStatus status = cluster.status(task);
      finished.put(task, status.begunSteps() - status.failedSteps() - status.runningSteps());
    }
    return finished;
  }

  @Override
  public void close() throws IOException {
    System.clearProperty(SILENCE_OF_CLIENTS);
    threads.shutdownNow();
    cluster.close();
    proxy.close();
  }
}
