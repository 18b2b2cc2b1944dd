package dev.weir.cli.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.cluster.ChaosEvidence.Consequence;
import dev.weir.cli.cluster.ChaosFault.Kind;
import dev.weir.cli.launch.ProcessGroup;
import dev.weir.cli.launch.TaskCommand;
import dev.weir.cli.launch.TaskLog;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.wire.TaskStatus;
import dev.weir.train.internal.epoch.EpochState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Two parameter servers and two workers that train digits, all reached through proxies, and faults
 * that are drawn from a seed: kills, stops, partitions of each kind, and full disks. Processes that
 * end with a failure are started again. The second parameter server is never killed, so that what
 * it holds can be compared over the whole run.
 */
final class ChaosCluster implements AutoCloseable {
  static final List<String> SERVERS = List.of("ps/0", "ps/1");

  /** The parameter server that lives through all of it. */
  static final String SURVIVOR = "ps/1";

  private static final List<String> WORKERS = List.of("worker/0", "worker/1");
  private static final List<String> ALL =
      Stream.concat(SERVERS.stream(), WORKERS.stream()).toList();

  private static final int LONGEST_PAUSE_MILLIS = 4_000;
  private static final int LONGEST_SHORT_MILLIS = 3_000;

  /** Parameter servers wait 4 s for who is silent, workers 10 to 14 s, and 5 s for their chief. */
  private static final int SILENCE_SECONDS = 4;

  private static final int SHORTEST_LONG_MILLIS = 15_000;
  private static final int LONGEST_LONG_MILLIS = 18_000;

  /** Files may be so long while a disk is full: too short for a checkpoint, or for events. */
  private static final String FULL = "1024";

  private static final Duration UNTIL_A_WRITE = Duration.ofSeconds(20);
  private static final int STEPS_BETWEEN_RESTARTS = 5;

  /** More than are made while four tasks are restarted. */
  private static final int MANY_STEPS = 10_000;

  private static final Duration STATUS = Duration.ofSeconds(20);

  private final Path folder;
  private final StringBuilder log;
  private final Random random;
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Map<String, Integer> streams = new LinkedHashMap<>();
  private final Map<String, Proxy> proxies = new LinkedHashMap<>();
  private final Map<Kind, Integer> faults = new EnumMap<>(Kind.class);
  private final ChaosEvidence evidence = new ChaosEvidence();
  private final Deque<ChaosFault> deck = new ArrayDeque<>();
  private final ProcessGroup group = new ProcessGroup(this::line, Duration.ofSeconds(10));
  private final GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT);
  private Path out;
  private int steps;
  private boolean isDone;
  private int decks;
  private long stepLines;

  /**
   * Starts the parameter servers.
   *
   * @param folder has a folder for each training
   */
  ChaosCluster(Path folder, long seed, StringBuilder log) throws IOException {
    this.folder = Files.createDirectories(folder);
    this.out = folder;
    this.log = log;
    this.random = new Random(seed);
    for (Kind kind : Kind.values()) {
      faults.put(kind, 0);
    }
    for (String task : ALL) {
      ports.put(task, Ports.next());
      streams.put(task, Ports.next());
      proxies.put(
          task, new Proxy(requireNonNull(ports.get(task)), requireNonNull(streams.get(task))));
    }
    SERVERS.forEach(this::start);
  }

  private synchronized void line(String task, TaskLog.Stream stream, String line) {
    if (line.startsWith("step ")) {
      stepLines++;
    }
    evidence.add(line);
    say(task + " " + line);
  }

  /** The cluster as a task is told of it: all others are reached through their proxies. */
  private String spec(String own) {
    return "ps=" + addresses(SERVERS, own) + ";worker=" + addresses(WORKERS, own);
  }

  private String addresses(List<String> tasks, String own) {
    return tasks.stream()
        .map(task -> (task.equals(own) ? "127.0.0.1" : Proxy.HOST) + ":" + ports.get(task))
        .collect(Collectors.joining(","));
  }

  private void start(String task) {
    List<String> arguments = new ArrayList<>();
    String index = task.substring(task.indexOf('/') + 1);
    if (SERVERS.contains(task)) {
      arguments.addAll(List.of("server", "--job", "ps", "--task", index, "--cluster", spec(task)));
      arguments.addAll(List.of("--bind", "127.0.0.1", "--allow-dir", folder.toString()));
      arguments.addAll(List.of("--heartbeat-timeout-seconds", Integer.toString(SILENCE_SECONDS)));
    } else {
      arguments.addAll(List.of("train", "digits-worker", "--task", index, "--cluster", spec(task)));
      arguments.addAll(List.of("--out", out.toString(), "--steps", Integer.toString(steps)));
      arguments.addAll(List.of("--digits", "1600", "--batch", "32"));
    }
    arguments.addAll(List.of("--streams", String.valueOf(streams.get(task))));
    try {
      // sockets in a folder for temporary files would go past the proxy
      Path temporary = Files.createDirectories(folder.resolve("tmp-" + task.replace('/', '-')));
      List<String> words = FastStart.java("dev.weir.cli.Main", arguments);
      words.addAll(
          words.indexOf("-cp"),
          List.of(
              "-Xmx400m",
              "-XX:ActiveProcessorCount=1",
              "-Djava.io.tmpdir=" + temporary,
              "-Dweir.heartbeat.seconds=" + SILENCE_SECONDS));
      group.start(new TaskCommand(task, words, Map.of("OMP_NUM_THREADS", "1")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void startWorkers(Path to, int upTo) throws IOException {
    out = Files.createDirectories(to);
    steps = upTo;
    isDone = false;
    WORKERS.forEach(this::start);
  }

  /**
   * Trains from the beginning, or the last checkpoint, up to a step, with faults all the time;
   * returns when the workers are done.
   */
  void train(Path to, int upTo, Duration limit) throws Exception {
    startWorkers(to, upTo);
    long end = System.nanoTime() + limit.toNanos();
    while (!isDone) {
      left(end);
      await(Duration.ofMillis(random.nextInt(500, LONGEST_PAUSE_MILLIS)), () -> isDone);
      if (!isDone) {
        inject();
      }
    }
    endWorkers();
  }

  /**
   * Trains while every task is told to end and started again, one by one, each when the training
   * goes on after the one before. The training has no end until the last one was.
   *
   * @return the steps of the training, as many as were made and some more
   */
  int trainWithRollingRestart(Path to, int more, Duration limit) throws Exception {
    startWorkers(to, MANY_STEPS);
    long end = System.nanoTime() + limit.toNanos();
    for (String task : List.of("ps/0", "ps/1", "worker/1", "worker/0")) {
      awaitSteps(end);
      tellToEnd(task, end);
      start(task);
    }
    awaitSteps(end);
    tellToEnd("worker/1", end);
    tellToEnd("worker/0", end);
    int upTo = Math.toIntExact(TestChaos.savedStep(to)) + more;
    startWorkers(to, upTo);
    while (!isDone) {
      await(left(end), () -> isDone);
    }
    endWorkers();
    return upTo;
  }

  private void tellToEnd(String task, long end) throws Exception {
    say(task + " is told to end");
    signal(task, "TERM");
    ProcessGroup.Exit exit = group.nextExit(left(end)).orElseThrow();
    say(exit.task() + " ended with exit code " + exit.code());
    assertThat(exit.task()).as(log.toString()).isEqualTo(task);
  }

  /** Waits until workers have told of so many steps from now on. */
  private void awaitSteps(long end) throws InterruptedException {
    long wanted = told() + STEPS_BETWEEN_RESTARTS;
    while (told() < wanted) {
      left(end);
      assertThat(group.nextExit(Duration.ofMillis(20))).as("no process ends\n%s", log).isEmpty();
    }
  }

  private synchronized long told() {
    return stepLines;
  }

  private Duration left(long end) {
    long left = end - System.nanoTime();
    assertThat(left).as("the training does not end\n%s", log).isPositive();
    return Duration.ofNanos(left);
  }

  /** Waits for a time or until it is so; starts what has died again meanwhile. */
  private void await(Duration limit, BooleanSupplier isSo) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toNanos();
        left > 0 && !isSo.getAsBoolean();
        left = end - System.nanoTime()) {
      Duration look = Duration.ofNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(100)));
      group.nextExit(look).ifPresent(this::ended);
    }
  }

  /** Starts what has died again; takes note if a worker has seen the end of the training. */
  private void ended(ProcessGroup.Exit exit) {
    String task = exit.task();
    if (WORKERS.contains(task) && exit.code() == 0) {
      isDone = true;
    } else if (!group.isRunning(task)) {
      say(task + " ended with exit code " + exit.code() + " and is started again");
      start(task);
    }
  }

  /** The last checkpoint is saved, so workers that do not notice are killed. */
  private void endWorkers() throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    for (String worker : WORKERS) {
      while (group.isRunning(worker) && System.nanoTime() - end < 0) {
        group.nextExit(Duration.ofMillis(200)).ifPresent(this::restartServer);
      }
      if (group.isRunning(worker)) {
        group.kill(worker);
      }
    }
    for (Optional<ProcessGroup.Exit> exit = group.nextExit(Duration.ofMillis(50));
        exit.isPresent();
        exit = group.nextExit(Duration.ofMillis(50))) {
      restartServer(exit.get());
    }
  }

  private void restartServer(ProcessGroup.Exit exit) {
    if (SERVERS.contains(exit.task()) && !group.isRunning(exit.task())) {
      start(exit.task());
    }
  }

  /** Draws a fault and lets it last. One whose task does not run is drawn again later. */
  private void inject() throws Exception {
    if (deck.isEmpty()) {
      deck.addAll(ChaosFault.deck(ALL, SURVIVOR, random));
    }
    ChaosFault fault = deck.removeFirst();
    int millis =
        fault.isLong()
            ? random.nextInt(SHORTEST_LONG_MILLIS, LONGEST_LONG_MILLIS)
            : random.nextInt(200, LONGEST_SHORT_MILLIS);
    if (!group.isRunning(fault.task())) {
      deck.addLast(fault);
      return;
    }
    say(fault.kind() + " of " + fault.task() + " for " + millis + " ms");
    switch (fault.kind()) {
      case KILL -> group.kill(fault.task());
      case STOP -> stop(fault.task(), millis);
      case CUT -> cut(fault.task(), Proxy.Mode.CUT, millis);
      case SWALLOW -> cut(fault.task(), Proxy.Mode.SWALLOW, millis);
      case ONE_WAY -> cut(fault.task(), Proxy.Mode.ONE_WAY, millis);
      case FULL_DISK -> fillDisk(fault.task());
    }
    faults.merge(fault.kind(), 1, Integer::sum);
    if (deck.isEmpty()) {
      decks++;
    }
  }

  private void stop(String task, int millis) throws Exception {
    long process = group.pid(task);
    signal(task, "STOP");
    await(Duration.ofMillis(millis), () -> false);
    if (group.isRunning(task) && group.pid(task) == process) {
      signal(task, "CONT");
    }
  }

  private void cut(String task, Proxy.Mode mode, int millis) throws InterruptedException {
    Proxy proxy = requireNonNull(proxies.get(task));
    proxy.set(mode);
    await(Duration.ofMillis(millis), () -> false);
    proxy.set(Proxy.Mode.PASS);
  }

  /** A task finds its disk full until a write has failed, or none was made for long. */
  private void fillDisk(String task) throws Exception {
    long process = group.pid(task);
    int before = evidence.count(Consequence.DISK_FULL);
    limitFiles(task, process, FULL);
    await(UNTIL_A_WRITE, () -> isDone || evidence.count(Consequence.DISK_FULL) > before);
    limitFiles(task, process, "unlimited");
  }

  private synchronized void say(String line) {
    System.err.println(LocalTime.now() + " " + line);
    log.append(line).append('\n');
  }

  private void signal(String task, String signal) throws Exception {
    run(task, group.pid(task), "kill", "-" + signal, Long.toString(group.pid(task)));
  }

  private void limitFiles(String task, long process, String bytes) throws Exception {
    run(task, process, "prlimit", "--pid", Long.toString(process), "--fsize=" + bytes + ":");
  }

  /** Runs a command on a process, which may fail only if the process has ended meanwhile. */
  private void run(String task, long process, String... command) throws Exception {
    Process started =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(started.waitFor(30, TimeUnit.SECONDS)).isTrue();
    if (group.isRunning(task) && group.pid(task) == process) {
      assertThat(started.exitValue()).as("exit code of %s", List.of(command)).isZero();
    }
  }

  /** How many faults of each kind there were. */
  Map<Kind, Integer> faults() {
    return faults;
  }

  /** Whether every fault has struck every task. */
  boolean hasSeenAll() {
    return decks > 0;
  }

  ChaosEvidence evidence() {
    return evidence;
  }

  long pid(String task) {
    return group.pid(task);
  }

  TaskStatus status(String task) {
    return network.taskStatus("127.0.0.1:" + ports.get(task), STATUS).join();
  }

  /** What parameter servers say of their epochs while no fault lasts. */
  Map<String, EpochState> epochs() {
    return ServerEpochs.read("grpc://127.0.0.1:" + ports.get(SURVIVOR), SERVERS);
  }

  @Override
  public void close() throws IOException {
    network.close();
    group.close();
    for (Proxy proxy : proxies.values()) {
      proxy.close();
    }
  }
}
