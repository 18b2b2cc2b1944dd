package dev.weir.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.tensor.DType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Thousands of steps leave nothing behind in any task: 3,000, and 10,000 in the thorough profile.
 */
@EnabledOnOs(OS.LINUX) // what a process holds is read from /proc
@Timeout(180)
final class TestClusterSoak {
  private static final int WARM_UP = 2_000;
  private static final int STEPS = Boolean.getBoolean("weir.thorough") ? 10_000 : 3_000;
  private static final int FLOATS = 1_000;

  /** What tensors of a step that is just ending may hold; one leaked in every 90th step is more. */
  private static final long TENSOR_SLACK = 32L * FLOATS * Float.BYTES;

  /** Compiled code and the heap, which may use what it is allowed to, still settle. */
  private static final long SETTLING_KILOBYTES = 96 * 1024;

  /** What is reachable on the heap: classes are still loaded, caches filled. */
  private static final long HEAP_SLACK_KILOBYTES = 3 * 1024;

  private static final Pattern HEAP_USED = Pattern.compile("heap.* used (\\d+)K");

  /** A thread that helps for a while, a connection that is made anew. */
  private static final int SLACK = 4;

  private static final Duration SETTLES = Duration.ofSeconds(10);

  /** What a task holds: by its own allocator's count, and by the system's. */
  private record Holdings(
      long tensorBytes, long threads, long files, long kilobytes, long heapKilobytes) {
    static Holdings of(GrpcNetwork network, String address, long pid) throws IOException {
      Path process = Path.of("/proc", Long.toString(pid));
      long tensorBytes = network.taskStatus(address, SETTLES).join().memoryUsed();
      try (Stream<Path> threads = Files.list(process.resolve("task"));
          Stream<Path> files = Files.list(process.resolve("fd"))) {
        return new Holdings(
            tensorBytes,
            threads.count(),
            files.count(),
            residentKilobytes(process),
            reachableKilobytes(pid));
      }
    }

    private static long reachableKilobytes(long pid) throws IOException {
      jcmd(pid, "GC.run");
      String info = jcmd(pid, "GC.heap_info");
      Matcher used = HEAP_USED.matcher(info);
      assertThat(used.find()).as(info).isTrue();
      return Long.parseLong(used.group(1));
    }

    private static String jcmd(long pid, String command) throws IOException {
      String program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
      Process jcmd =
          new ProcessBuilder(program, Long.toString(pid), command)
              .redirectErrorStream(true)
              .start();
      try (InputStream out = jcmd.getInputStream()) {
        return new String(out.readAllBytes(), StandardCharsets.UTF_8);
      }
    }

    private static long residentKilobytes(Path process) throws IOException {
      for (String line : Files.readAllLines(process.resolve("status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      throw new IOException("no VmRSS in " + process);
    }

    /** What is more than before by more than may be; empty if nothing is. */
    List<String> growthSince(Holdings before) {
      List<String> growth = new ArrayList<>();
      check(growth, "bytes of tensors", before.tensorBytes, tensorBytes, TENSOR_SLACK);
      check(growth, "threads", before.threads, threads, SLACK);
      check(growth, "files", before.files, files, SLACK);
      check(growth, "KiB resident", before.kilobytes, kilobytes, SETTLING_KILOBYTES);
      check(growth, "KiB of heap", before.heapKilobytes, heapKilobytes, HEAP_SLACK_KILOBYTES);
      return growth;
    }

    private static void check(
        List<String> growth, String what, long before, long after, long slack) {
      if (after > before + slack) {
        growth.add(after - before + " " + what + " more than the " + before + " before");
      }
    }
  }

  private static List<Holdings> holdings(GrpcNetwork network, WeirUnderTest cluster)
      throws IOException {
    List<Holdings> all = new ArrayList<>();
    for (int i = 0; i < cluster.pids().size(); i++) {
      all.add(Holdings.of(network, cluster.taskAddresses().get(i), cluster.pids().get(i)));
    }
    return all;
  }

  /** What tasks hold more after many steps than before, once the last step has ended everywhere. */
  private static List<String> growth(WeirUnderTest cluster, ClientSession.Step step, int steps)
      throws IOException {
    try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
      List<Holdings> before = holdings(network, cluster);
      for (int i = 0; i < steps; i++) {
        step.run();
      }
      long end = System.nanoTime() + SETTLES.toNanos();
      while (true) {
        List<Holdings> after = holdings(network, cluster);
        List<String> growth = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
          for (String more : after.get(i).growthSince(before.get(i))) {
            growth.add(cluster.taskAddresses().get(i) + ": " + more);
          }
        }
        if (growth.isEmpty() || System.nanoTime() - end > 0) {
          return growth;
        }
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }
  }

  @Test
  void manyStepsLeaveTensorsMemoryThreadsAndFilesFlat() throws IOException {
    try (WeirUnderTest cluster = WeirUnderTest.start(1, 1);
        ClientSession session = cluster.connect(0, NullStepGraph.of(FLOATS, 0))) {
      session.prepare(NullStepGraph.INITIALIZER).run();
      ClientSession.Step step = session.prepare(NullStepGraph.UPDATE);
      for (int i = 0; i < WARM_UP; i++) {
        step.run();
      }
      assertThat(growth(cluster, step, STEPS)).isEmpty();
      float expected = 1;
      for (int i = 0; i < WARM_UP + STEPS; i++) {
        expected += 1e-6f; // as every step did, once
      }
      assertThat(session.fetch(NullStepGraph.VALUE).getFloat(0)).isEqualTo(expected);
    }
  }

  private final Graph graph = new Graph();
  private final Ops ps = Ops.create(graph).withDevice("/job:ps/task:0");

  /** A step that leaves a value in a queue. */
  private String leak(Output value) {
    Output queue =
        ps.io.fifoQueue(List.of(value.dtype()), IoOps.QueueOptions.DEFAULT.withCapacity(-1));
    return ps.io.queueEnqueue(queue, List.of(value)).name();
  }

  /** The checks above notice a leak: steps that each leave something in a queue fail them. */
  @Test
  void whatIsKeptInEveryStepIsNoticed() throws IOException {
    Output numbers = ps.random.randomUniform(ps.constant(new int[] {FLOATS}), DType.FLOAT32);
    String tensors = leak(numbers);
    String strings = leak(ps.strings.asString(numbers)); // on the heap, 30 KB or more
    try (WeirUnderTest cluster = WeirUnderTest.start(1, 1);
        ClientSession session = cluster.connect(0, GraphDefs.toBinary(graph))) {
      ClientSession.Step step = session.prepare(tensors);
      step.run();
      assertThat(growth(cluster, step, 100))
          .singleElement()
          .asString()
          .contains("bytes of tensors more");
      ClientSession.Step other = session.prepare(strings);
      other.run();
      assertThat(growth(cluster, other, 200))
          .singleElement()
          .asString()
          .contains("KiB of heap more");
    }
  }
}
