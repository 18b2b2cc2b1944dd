package dev.weir.cli.cluster;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.cli.Main;
import dev.weir.cluster.HostPort;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import dev.weir.train.internal.epoch.EpochState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A row of docs/failures.md: the wall clocks of the processes of a training jump by two days. Each
 * process has a {@link ClockAgent}, as the clock of the machine belongs to all processes of it.
 */
@Tag("cluster")
@Timeout(600)
final class TestClockJump {
  private static final Duration JUMP = Duration.ofDays(2);

  /** Leases of sessions are looked at every 10 s, those in ZooKeeper renewed every 13 s. */
  private static final Duration UNTIL_ALL_LEASES_WERE_CHECKED = Duration.ofSeconds(15);

  private static final int LEASE_SECONDS = 40;

  /** What ZooKeeper counts in; a lease is at most twenty of them. */
  private static final int TICK_MILLIS = 2_000;

  private static final int SAVES_PER_JUMP = 3;
  private static final Duration SOON = Duration.ofSeconds(120);

  /** Longer than a busy machine keeps a process from answering, and shorter than a jump. */
  private static final String SILENCE_SECONDS = "60";

  private static final List<String> PARAMETER_SERVERS = List.of("ps/0", "ps/1");
  private static final List<String> SERVERS = List.of("ps/0", "ps/1", "worker/0", "worker/1");

  /** What would be said of sessions, leases and chiefs that were taken for lost. */
  private static final List<String> LOSSES =
      List.of(
          "lost",
          "ends:",
          "takes over",
          "is refused",
          "was replaced",
          ProcessCluster.SILENT.strip(),
          "Exception");

  @TempDir private Path folder;
  private final Map<String, ClockShift> clocks = new LinkedHashMap<>();
  private final Map<String, String> targets = new LinkedHashMap<>();
  private ZooKeeperServer zooKeeper;
  private ServerCnxnFactory connections;
  private ProcessCluster processes;

  @BeforeEach
  void startCluster() throws Exception {
    String address = "127.0.0.1:" + Ports.next();
    Path data = Files.createDirectory(folder.resolve("zookeeper"));
    zooKeeper = new ZooKeeperServer(data.toFile(), data.toFile(), TICK_MILLIS);
    connections = ServerCnxnFactory.createFactory(HostPort.parse(address).port(), 100);
    connections.startup(zooKeeper);
    processes = new ProcessCluster(Ports.of(ProcessCluster.PS));
    String cluster = "zk://" + address + "/clocks?ps=2&worker=2&lease-seconds=" + LEASE_SECONDS;
    for (String task : SERVERS) {
      List<String> words = new ArrayList<>(List.of("server", "--cluster", cluster));
      words.addAll(List.of("--job", task.substring(0, task.indexOf('/'))));
      words.addAll(List.of("--task", task.substring(task.indexOf('/') + 1)));
      words.addAll(List.of("--allow-dir", folder.toString()));
      words.addAll(List.of("--heartbeat-timeout-seconds", SILENCE_SECONDS));
      start(task, Main.class, words);
    }
    for (String task : SERVERS) {
      String line = processes.awaitLine(task, each -> each.contains(" serves at grpc://"));
      targets.put(task, line.substring(line.indexOf("grpc://")).strip());
    }
  }

  @AfterEach
  void stopCluster() {
    processes.close();
    connections.shutdown();
  }

  private void start(String name, Class<?> main, List<String> arguments) throws IOException {
    Path shift = folder.resolve(name.replace('/', '-') + ".clock");
    clocks.put(name, new ClockShift(shift));
    List<String> jvm = new ArrayList<>(ClockAgent.options(folder, shift));
    jvm.add("-Dweir.heartbeat.seconds=" + SILENCE_SECONDS);
    processes.startJava(name, jvm, main, arguments.toArray(String[]::new));
  }

  private void startTrainer(int index) throws IOException {
    String target = requireNonNull(targets.get("worker/" + index));
    List<String> arguments = List.of(target, Integer.toString(index), folder.toString());
    start("trainer/" + index, CountingTrainer.class, arguments);
  }

  private long endTrainer(int index) throws Exception {
    String name = "trainer/" + index;
    Files.createFile(folder.resolve("stop" + index));
    assertThat(processes.awaitExit(name, SOON)).as("%s", processes.lines()).isZero();
    String line = processes.awaitLine(name, each -> each.contains(" made "));
    return Long.parseLong(line.split(" ")[2]);
  }

  /** All processes jump, neighbors in opposite directions. */
  private void jump(Duration distance) {
    Duration next = distance;
    for (ClockShift clock : clocks.values()) {
      clock.set(next);
      next = next.negated();
    }
  }

  private CheckpointFolder checkpoints() {
    return new CheckpointFolder(folder.resolve("checkpoints"));
  }

  private static long step(Path checkpoint) {
    try (CheckpointReader reader = CheckpointReader.open(checkpoint)) {
      return reader.read("global_step").getLong(0);
    }
  }

  /** By its name: its files may be deleted while a test looks at them. */
  private long latestStep() {
    return checkpoints().latest().map(Path::toString).stream()
        .mapToLong(name -> Long.parseLong(name.substring(name.lastIndexOf('-') + 1)))
        .findFirst()
        .orElse(-1);
  }

  private void awaitSaves() {
    for (int i = 0; i < SAVES_PER_JUMP; i++) {
      long before = latestStep();
      Waiting.until(() -> latestStep() > before, SOON, () -> "no save after step " + before);
    }
  }

  /** A session on both parameter servers that is not used while clocks jump. */
  private static final class Idle implements AutoCloseable {
    private final Session session;
    private final Output sum;

    Idle(String target) {
      Graph graph = new Graph();
      Ops ops = Ops.create(graph);
      Ops first = ops.withDevice("/job:ps/task:0");
      Ops second = ops.withDevice("/job:ps/task:1");
      sum =
          second.math.add(first.math.add(first.constant(1f), first.constant(2f)), ops.constant(3f));
      session = Session.connect(target, graph);
      assertLives();
    }

    void assertLives() {
      assertThat(session.run(sum).getFloat(0)).isEqualTo(6f);
    }

    @Override
    public void close() {
      session.close();
    }
  }

  private void awaitConsequences(Duration jumped) {
    long since = System.nanoTime();
    awaitSaves();
    Waiting.until(
        () -> System.nanoTime() - since > UNTIL_ALL_LEASES_WERE_CHECKED.toNanos(),
        SOON,
        () -> "time stands still");
    awaitSaves();
    // the last may be one whose save is not over, which has the time of its file
    assertThat(checkpoints().kept().getFirst().saved())
        .as("the time of a checkpoint, by the clock of trainer 0, which has jumped")
        .isCloseTo(Instant.now().plus(jumped), within(1, ChronoUnit.HOURS));
    clocks.forEach((name, clock) -> assertThat(clock.reads()).as(name).isPositive());
  }

  @Test
  void theWallClocksOfProcessesJump() throws Exception {
    startTrainer(0);
    startTrainer(1);
    for (int i = 0; i < 2; i++) {
      processes.awaitLine("trainer/" + i, line -> line.endsWith(" trains"));
    }
    awaitSaves();
    String target = requireNonNull(targets.get("worker/0"));
    Map<String, EpochState> epochs = ServerEpochs.read(target, PARAMETER_SERVERS);
    Set<Long> leases = Set.copyOf(zooKeeper.getZKDatabase().getSessions());
    assertThat(leases).hasSameSizeAs(SERVERS);

    try (Idle idle = new Idle(target);
        Idle other = new Idle(requireNonNull(targets.get("worker/1")))) {
      for (Duration distance : List.of(JUMP, JUMP.negated())) {
        jump(distance);
        awaitConsequences(distance);
        assertThat(zooKeeper.getZKDatabase().getSessions()).isEqualTo(leases);
        idle.assertLives();
        other.assertLives();
      }
    }

    long steps = endTrainer(1) + endTrainer(0);
    assertCheckpointsAreInOrder(steps);
    ServerEpochs.read(target, PARAMETER_SERVERS)
        .forEach(
            (server, now) -> {
              EpochState before = requireNonNull(epochs.get(server));
              assertThat(now.begun()).as(server).isEqualTo(before.begun());
              assertThat(now.finished()).as(server).isEqualTo(before.finished());
            });
    assertThat(processes.lines()).noneMatch(line -> LOSSES.stream().anyMatch(line::contains));
  }

  /** The latest has all steps of both trainers, each once. */
  private void assertCheckpointsAreInOrder(long steps) {
    List<Path> kept = checkpoints().kept().stream().map(CheckpointFolder.Kept::prefix).toList();
    assertThat(kept).hasSize(3).isEqualTo(checkpoints().all());
    assertThat(kept.stream().map(TestClockJump::step)).isSorted().endsWith(steps);
    assertThat(checkpoints().latest()).contains(kept.getLast());
    Map<String, Tensor> values = Checkpoints.load(kept.getLast());
    assertThat(requireNonNull(values.get("number")).getFloat(0)).isEqualTo(steps);
    Tensor vector = requireNonNull(values.get("vector"));
    for (int i = 0; i < vector.shape().size(0); i++) {
      assertThat(vector.getFloat(i)).isEqualTo(steps);
    }
  }
}
