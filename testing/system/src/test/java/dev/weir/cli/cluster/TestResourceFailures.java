package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static dev.weir.cli.cluster.SavedVariable.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.HostPort;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows of docs/failures.md about a task that runs out of something, on processes: ps has a heap of
 * 96 MB and 256 file descriptors.
 */
@Tag("cluster")
@EnabledOnOs(OS.LINUX) // for prlimit
@Timeout(300)
final class TestResourceFailures {
  private static final int DESCRIPTORS = 256;
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private static Path folder;
  private static ProcessCluster cluster;

  @BeforeAll
  static void startCluster() throws IOException {
    cluster = new ProcessCluster(Ports.of(PS, CHIEF));
    cluster.give(PS, "--allow-dir", folder.toString());
    cluster.giveJvm(PS, "-Xmx96m");
    cluster.limit(PS, "-n " + DESCRIPTORS);
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void startWhatIsGone() {
    cluster.start(PS, CHIEF);
  }

  private static float first(Session session, Output value) {
    return session.run(value).getFloat(0);
  }

  /** Sets a limit of the process of ps from now on. */
  private static void limitPs(String limit) throws Exception {
    SmallDisk.command("prlimit", "--pid", Long.toString(cluster.pid(PS)), limit);
  }

  @Test
  void diskOfPsIsFullDuringASave() throws Exception {
    try (SmallDisk disk = SmallDisk.in(folder, cluster.pid(PS))) {
      SavedVariable variable = new SavedVariable(disk.folder(), "full", 100_000);
      try (Session session = Session.connect(cluster.target(CHIEF), variable.graph)) {
        run(session, variable.assign);
        run(session, variable.save);
        run(session, variable.add);

        disk.fill();
        WeirException error =
            catchThrowableOfType(WeirException.class, () -> run(session, variable.save));
        disk.makeRoom();

        assertThat(error)
            .hasMessageContainingAll(
                "From " + PS.name(), variable.prefix.toString(), "the disk is full", disk.reason());
        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
        variable.assertSaved(1f); // the checkpoint before is whole
        assertThat(variable.value(session)).isEqualTo(2f);
        run(session, variable.save); // when there is room again
        variable.assertSaved(2f);
      }
    }
  }

  /** Strings are on the heap; fifty million references do not fit. */
  @Test
  void heapOfATaskIsExhausted() {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output count = ps.withName("count").placeholder(DType.INT32, Shape.of(1));
    Output many = ps.withName("many").array.fill(count, ps.constant("x"));
    long process = cluster.pid(PS);
    try (Session session = Session.connect(cluster.target(CHIEF), graph)) {
      for (int i = 0; i < 3; i++) {
        long start = System.nanoTime();
        WeirException error =
            catchThrowableOfType(
                WeirException.class,
                () -> session.runner().feed(count, Tensors.vector(50_000_000)).fetch(many).run());
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(SOON);
        assertThat(error).hasMessageContainingAll("From " + PS.name(), "many");
        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      }
      // the same session, on the same process
      assertThat(session.runner().feed(count, Tensors.vector(3)).run(many).elements()).isEqualTo(3);
    }
    assertThat(cluster.isRunning(PS)).isTrue();
    assertThat(cluster.pid(PS)).isEqualTo(process);
  }

  /** Small strings that become large ones are refused before the heap is exhausted. */
  @Test
  void inflatedStringsDoNotExhaustTheHeap() throws IOException {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output zipped = ps.withName("zipped").placeholder(DType.STRING, Shape.of(20));
    Output large =
        ps.scope()
            .withName("large")
            .node("DecodeCompressed")
            .input(zipped)
            .attr("compression_type", "GZIP")
            .build()
            .output(0);
    Output lengths = ps.scope().node("StringLength").input(large).build().output(0);
    Tensor bombs = Tensor.allocate(DType.STRING, Shape.of(20));
    for (int i = 0; i < 20; i++) {
      bombs.setBytes(i, zippedZeros(8 << 20));
    }
    try (Session session = Session.connect(cluster.target(CHIEF), graph)) {
      WeirException error =
          catchThrowableOfType(
              WeirException.class, () -> session.runner().feed(zipped, bombs).fetch(lengths).run());
      assertThat(error)
          .hasMessageContainingAll("From " + PS.name(), "large", "of the heap, where strings take");
      assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    }
    assertThat(cluster.isRunning(PS)).isTrue();
  }

  private static byte[] zippedZeros(int count) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(new byte[count]);
    }
    return bytes.toByteArray();
  }

  /** Too many connect: they are refused before the descriptors are used up. */
  @Test
  void tooManyConnectToATask() throws Exception {
    Graph graph = new Graph();
    Output y = sumOnPs(graph);
    SavedVariable variable = new SavedVariable(folder, "meanwhile", 10);
    try (Session session = Session.connect(cluster.target(CHIEF), graph);
        Flood flood = new Flood()) {
      assertThat(first(session, y)).isEqualTo(3f);
      flood.connect(2 * DESCRIPTORS);
      cluster.awaitLine(PS, line -> line.contains("connections already"));
      assertThat(first(session, y)).isEqualTo(3f);
      // files can still be opened, and sessions too, over the connection of the master
      try (Session other = Session.connect(cluster.target(CHIEF), variable.graph)) {
        run(other, variable.assign);
        run(other, variable.save);
        variable.assertSaved(1f);
      }
    }
    Waiting.until(() -> cluster.answers(PS), SOON, () -> String.join("\n", cluster.linesOf(PS)));
  }

  @Test
  void descriptorsOfATaskAreExhausted() throws Exception {
    Graph graph = new Graph();
    Output y = sumOnPs(graph);
    SavedVariable variable = new SavedVariable(folder, "refused", 10);
    try (Session session = Session.connect(cluster.target(CHIEF), graph);
        Session other = Session.connect(cluster.target(CHIEF), variable.graph)) {
      assertThat(first(session, y)).isEqualTo(3f);
      run(other, variable.assign);
      loadClasses(other, variable);
      limitPs("--nofile=8:");
      try (Flood flood = new Flood()) {
        flood.connect(4);
        cluster.awaitLine(PS, line -> line.contains("cannot accept a connection"));
        assertThat(first(session, y)).isEqualTo(3f); // connections that are there go on
        WeirException error =
            catchThrowableOfType(WeirException.class, () -> run(other, variable.save));
        assertThat(error).hasMessageContainingAll("From " + PS.name(), "no file descriptors left");
        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      } finally {
        limitPs("--nofile=" + DESCRIPTORS + ":");
      }
      Waiting.until(() -> cluster.answers(PS), SOON, () -> String.join("\n", cluster.linesOf(PS)));
      run(other, variable.save);
      variable.assertSaved(1f);
    } finally {
      cluster.kill(PS); // which may lack classes that it could not load
    }
  }

  /**
   * Has ps load what saves need that succeed and that fail: where classes are in folders and not in
   * jars, that takes descriptors.
   */
  private static void loadClasses(Session session, SavedVariable variable) throws Exception {
    limitPs("--fsize=0:");
    WeirException error =
        catchThrowableOfType(WeirException.class, () -> run(session, variable.save));
    limitPs("--fsize=unlimited:");
    assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
    run(session, variable.save);
  }

  private static Output sumOnPs(Graph graph) {
    Ops ps = Ops.create(graph).withDevice(PS.name());
    return ps.math.add(ps.constant(1f), ps.constant(2f));
  }

  /** Connections to ps that say nothing. */
  private static final class Flood implements AutoCloseable {
    private final HostPort address = HostPort.parse(cluster.spec().address(PS));
    private final List<Socket> held = new ArrayList<>();

    void connect(int count) throws IOException {
      for (int i = 0; i < count; i++) {
        Socket socket = new Socket();
        held.add(socket);
        socket.connect(
            new InetSocketAddress(address.host(), address.port()), (int) SOON.toMillis());
      }
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : held) {
        socket.close();
      }
    }
  }

  /** The client is stopped while it sends 400 MB; the task gives back what has come of them. */
  @Test
  void clientIsStoppedInMidFeedAndKilled() throws Exception {
    long before = stopClientInMidFeed();
    cluster.kill("client");
    awaitMemory(before);
  }

  /** The memory of a client that is stopped but not killed is freed after 30 s without progress. */
  @Test
  @Tag("thorough")
  void clientIsStoppedInMidFeed() throws Exception {
    long before = stopClientInMidFeed();
    long stopped = System.nanoTime();
    awaitMemory(before);
    // it may have been slow before it was stopped
    assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isGreaterThan(Duration.ofSeconds(15));
    cluster.kill("client");
  }

  private static void awaitMemory(long before) {
    Waiting.until(
        () ->
            cluster.status(CHIEF).memoryUsed() <= before + (1 << 20)
                && cluster.status(CHIEF).knownSteps() == 0,
        Duration.ofSeconds(120),
        () -> before + " before: " + cluster.status(CHIEF));
  }

  /** Returns what the master held before. */
  private static long stopClientInMidFeed() throws Exception {
    long before = cluster.status(CHIEF).memoryUsed();
    cluster.startJava("client", FeedingClient.class, cluster.target(CHIEF));
    cluster.awaitLine("client", line -> line.contains("feeding"));
    Waiting.until(
        () -> cluster.status(CHIEF).memoryUsed() > before + (1 << 20),
        SOON,
        () -> cluster.status(CHIEF).toString());

    cluster.signal("client", "STOP");

    // other clients are served meanwhile
    Graph graph = new Graph();
    Output y = sumOnPs(graph);
    try (Session session = Session.connect(cluster.target(CHIEF), graph)) {
      assertThat(first(session, y)).isEqualTo(3f);
    }
    return before;
  }
}
