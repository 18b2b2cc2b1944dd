package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cli.Main;
import dev.weir.cluster.HostPort;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a task logs about callers that it refuses: one line each, no stack traces. */
@Tag("cluster")
@Timeout(300)
final class TestServerLog {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  @Test
  void printsOneLineForEach() throws IOException {
    try (ProcessCluster cluster =
        new ProcessCluster(Ports.of(CHIEF), "--max-message-bytes", "65536", "--streams", "off")) {
      cluster.start(CHIEF);
      int start = cluster.linesOf(CHIEF).size();
      HostPort at = HostPort.parse(cluster.spec().address(CHIEF));

      send(at, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      cluster.awaitLine(CHIEF, line -> line.contains("its first bytes are \"GET / HTTP/1.1"));

      send(at, garbageAfterAGoodStart());
      cluster.awaitLine(CHIEF, line -> line.contains("Http2Exception"));

      sendTooMuch(cluster.target(CHIEF));
      cluster.awaitLine(CHIEF, line -> line.contains("RunStep from /127.0.0.1"));

      List<String> printed = cluster.linesOf(CHIEF);
      assertThat(printed.subList(start, printed.size()))
          .satisfiesExactly(
              line -> assertThat(line).contains("WARN", "a connection from /127.0.0.1", "refused"),
              line -> assertThat(line).contains("WARN", "Transport failed", "Http2Exception"),
              line -> assertThat(line).contains("WARN", "refused", "maximum size 65536"));
      Waiting.until(
          () -> cluster.status(CHIEF).clientSessions() == 0 && cluster.status(CHIEF).graphs() == 0,
          Duration.ofSeconds(60),
          () -> cluster.status(CHIEF).toString());
    }
  }

  @Test
  void saysWhereADuplicateListens() throws IOException {
    try (ProcessCluster cluster = new ProcessCluster(Ports.of(CHIEF))) {
      cluster.start(CHIEF);
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      int code =
          Main.run(
              new PrintWriter(out),
              new PrintWriter(err),
              "server",
              "--job",
              CHIEF.job(),
              "--task",
              Integer.toString(CHIEF.index()),
              "--cluster",
              cluster.spec().toString());
      assertThat(code).isEqualTo(1);
      assertThat(out.toString()).isEmpty();
      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .contains(cluster.spec().address(CHIEF), "already in use");
      assertThat(cluster.answers(CHIEF)).isTrue();
    }
  }

  private static byte[] garbageAfterAGoodStart() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(PREFACE);
    byte[] garbage = new byte[1 << 10];
    new Random(1).nextBytes(garbage);
    bytes.writeBytes(garbage);
    return bytes.toByteArray();
  }

  private static void send(HostPort at, byte[] bytes) throws IOException {
    try (Socket socket = new Socket(at.host(), at.port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(bytes);
      InputStream answer = socket.getInputStream();
      while (answer.read() >= 0) {} // until the task hangs up
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset"); // it has hung up before all was sent
    }
  }

  private static void sendTooMuch(String target) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output fed = ops.placeholder(DType.FLOAT32, Shape.of(1 << 16));
    Output twice = ops.math.add(fed, fed);
    try (Session session = Session.connect(target, graph)) {
      WeirException error =
          catchThrowableOfType(
              WeirException.class,
              () ->
                  session
                      .runner()
                      .feed(fed, Tensors.zeros(DType.FLOAT32, Shape.of(1 << 16)))
                      .fetch(twice)
                      .run());
      assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED);
      assertThat(error).hasMessageContaining("65536").hasMessageNotContaining("\n");
    }
  }
}
