package dev.weir.cluster.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.internal.http.HealthSource.Health;
import dev.weir.error.WeirException;
import dev.weir.tensor.memory.Allocator;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class TestStatusServer {
  private final Allocator allocator = new CachingAllocator(1 << 20);
  private final ServerMetrics metrics = new ServerMetrics("ps", 3, allocator);
  private final FakeHealth health = new FakeHealth();
  private final StatusServer server = StatusServer.start(loopback(0), health, metrics);
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /** Says what it is told to. */
  private static final class FakeHealth implements HealthSource {
    volatile Health readiness = Health.good("serving");

    @Override
    public Health liveness() {
      return Health.good("alive");
    }

    @Override
    public Health readiness() {
      return readiness;
    }
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    metrics.close();
  }

  private static InetSocketAddress loopback(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.address().getPort() + path))
        .timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private List<String> scraped() throws IOException, InterruptedException {
    return send(request("/metrics")).body().lines().toList();
  }

  @Test
  void saysWhetherItLivesAndIsReady() throws Exception {
    HttpResponse<String> live = send(request("/healthz/live"));
    assertThat(live.statusCode()).isEqualTo(200);
    assertThat(live.body()).isEqualTo("alive\n");
    health.readiness = Health.bad("draining: 2 steps run\nand more that is not shown");
    HttpResponse<String> ready = send(request("/healthz/ready"));
    assertThat(ready.statusCode()).isEqualTo(503);
    assertThat(ready.body()).isEqualTo("draining: 2 steps run\n");
    health.readiness = Health.good("serving");
    assertThat(send(request("/healthz/ready")).statusCode()).isEqualTo(200);
  }

  @Test
  void metricsAreThereFromTheStart() throws Exception {
    metrics.watch(() -> 4, () -> 5);
    HttpResponse<String> answer = send(request("/metrics"));
    assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
        .isEqualTo("text/plain; version=0.0.4; charset=utf-8");
    String labels = "{job=\"ps\",task=\"3\"} ";
    assertThat(answer.body().lines())
        .contains(
            "weir_steps_started_total" + labels + "0.0",
            "weir_steps_failed_total" + labels + "0.0",
            "weir_sessions_open" + labels + "4.0",
            "weir_graphs_registered" + labels + "5.0",
            "weir_memory_limit_bytes" + labels + "1048576.0")
        .anyMatch(line -> line.startsWith("weir_threads" + labels))
        .anyMatch(line -> line.startsWith("weir_files_open" + labels));
  }

  @Test
  void metricsFollowWhatHappens() throws Exception {
    metrics.stepStarted();
    metrics.stepStarted();
    metrics.stepStarted();
    metrics.stepFinished(Duration.ofMillis(2));
    metrics.stepFailed(Duration.ofMillis(20));
    metrics.watchTraffic(() -> 1000, () -> 30);
    Buffer buffer = allocator.allocate(4096, "test");
    String labels = "{job=\"ps\",task=\"3\"} ";
    assertThat(scraped())
        .contains(
            "weir_steps_started_total" + labels + "3.0",
            "weir_steps_finished_total" + labels + "1.0",
            "weir_steps_failed_total" + labels + "1.0",
            "weir_steps_running" + labels + "1.0",
            "weir_step_duration_seconds_count" + labels + "2",
            "weir_step_duration_seconds_bucket{job=\"ps\",task=\"3\",le=\"0.003\"} 1",
            "weir_tensors_sent_bytes_total" + labels + "1000.0",
            "weir_tensors_received_bytes_total" + labels + "30.0",
            "weir_memory_used_bytes" + labels + "4096.0");
    buffer.release();
    assertThat(scraped()).contains("weir_memory_used_bytes" + labels + "0.0");
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    HttpResponse<String> unknown = send(request("/metrics/more"));
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).contains("/healthz/live, /healthz/ready and /metrics");
    HttpResponse<String> post =
        send(request("/metrics").POST(BodyPublishers.ofByteArray(new byte[100_000])));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("Allow")).contains("GET, HEAD");
    HttpResponse<String> head = send(request("/healthz/live").HEAD());
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void longRequestsAreCutOff() throws Exception {
    try (Socket socket = new Socket("127.0.0.1", server.address().getPort())) {
      socket.setSoTimeout(20_000);
      String request = "GET /metrics HTTP/1.1\r\nHost: x\r\nX-Long: " + "x".repeat(20_000);
      socket.getOutputStream().write((request + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      assertThat(answer(socket)).doesNotContain("200");
    }
    assertThat(send(request("/healthz/live")).statusCode()).isEqualTo(200);
  }

  /** What comes back at first; nothing if the connection is broken off. */
  private static String answer(Socket socket) throws IOException {
    try {
      return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    } catch (SocketException e) {
      return "";
    }
  }

  @Test
  void slowClientsDoNotHoldUpOthers() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) { // more than there are threads
        Socket socket = new Socket("127.0.0.1", server.address().getPort());
        slow.add(socket);
        socket.getOutputStream().write("GET /metr".getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(send(request("/healthz/live")).statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void failingHealthIsToldAsSuch() throws Exception {
    HealthSource broken =
        new HealthSource() {
          @Override
          public Health liveness() {
            throw new IllegalStateException("no idea");
          }

          @Override
          public Health readiness() {
            return Health.bad("broken");
          }
        };
    try (StatusServer other = StatusServer.start(loopback(0), broken, metrics)) {
      URI uri = URI.create("http://127.0.0.1:" + other.address().getPort() + "/healthz/live");
      HttpResponse<String> answer = send(HttpRequest.newBuilder(uri));
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).isEqualTo("failed: no idea\n");
    }
  }

  @Test
  void takenPortIsNamed() {
    assertThatThrownBy(() -> StatusServer.start(server.address(), health, metrics))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("cannot answer HTTP on")
        .hasMessageContaining(String.valueOf(server.address().getPort()))
        .hasMessageContaining("--http-port");
  }

  @Test
  void closedIsClosed() throws Exception {
    StatusServer other = StatusServer.start(loopback(0), health, metrics);
    int port = other.address().getPort();
    other.close();
    assertThatThrownBy(() -> new Socket("127.0.0.1", port).close()).isInstanceOf(IOException.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().startsWith("HTTP-Dispatcher") && thread.isAlive())
        .as("of the other server")
        .hasSize(1);
  }
}
