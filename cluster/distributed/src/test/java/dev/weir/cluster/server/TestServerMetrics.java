package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.http.ServerMetrics;
import dev.weir.cluster.internal.http.StatusServer;
import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What those who scrape a task see of it after a step. */
@Timeout(60)
final class TestServerMetrics {
  private static final int ELEMENTS = 100_000;
  private static final long BYTES = 4L * ELEMENTS;

  private final CachingAllocator allocator = new CachingAllocator(1 << 26);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bytesOfAStepAreCountedOnBothTasks(boolean streams) throws Exception {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(ELEMENTS));
    Output there = ops.withDevice("/job:ps/task:0").math.add(x, x);
    Output y = ops.withDevice("/job:worker/task:0").math.add(there, there);
    StreamOptions between = streams ? StreamOptions.DEFAULT : StreamOptions.OFF;
    try (LocalCluster cluster =
            LocalCluster.start(
                Map.of("ps", 1, "worker", 1),
                options -> options.streams(between).allocator(allocator));
        Session session = Session.connect(cluster.target("worker", 0), graph);
        Tensor fed = Tensors.fill(DType.FLOAT32, Shape.of(ELEMENTS), 1f)) {
      try (Tensor value = session.runner().feed(x, fed).run(y)) {
        assertThat(value.getFloat(0)).isEqualTo(4f);
      }
      assertCounted(cluster.server("ps", 0)); // gets what is fed, and sends its sum
      assertCounted(cluster.server("worker", 0));
    }
  }

  private void assertCounted(Server server) throws IOException, InterruptedException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (ServerMetrics metrics =
            new ServerMetrics(server.task().job(), server.task().index(), allocator);
        StatusServer status = StatusServer.start(any, server.health(), metrics);
        HttpClient client = HttpClient.newHttpClient()) {
      server.count(metrics);
      URI uri = URI.create("http://127.0.0.1:" + status.address().getPort() + "/metrics");
      String text =
          client
              .send(
                  HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      assertThat(value(text, "weir_tensors_sent_bytes_total")).isGreaterThanOrEqualTo(BYTES);
      assertThat(value(text, "weir_tensors_received_bytes_total")).isGreaterThanOrEqualTo(BYTES);
      assertThat(value(text, "weir_sessions_open")).isEqualTo(1);
    }
  }

  private static double value(String text, String name) {
    return text.lines()
        .filter(line -> line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in\n" + text));
  }
}
