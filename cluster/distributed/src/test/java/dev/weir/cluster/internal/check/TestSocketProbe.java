package dev.weir.cluster.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.weir.cluster.TaskId;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
final class TestSocketProbe {
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final TaskId TASK = new TaskId("ps", 0);

  @TempDir private static Path directory;

  @Test
  void unknownHost() {
    Finding finding = plain("no-such-host.invalid:2222", LIMIT);
    assertThat(finding.health()).isEqualTo(Health.UNRESOLVED);
    assertThat(finding.detail()).contains("unknown host \"no-such-host.invalid\"").contains("DNS");
  }

  @Test
  void closedPort() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Finding finding = plain("127.0.0.1:" + port, LIMIT);
    assertThat(finding.health()).isEqualTo(Health.REFUSED);
    assertThat(finding.detail())
        .contains("connection refused at 127.0.0.1:" + port)
        .contains("is the task running");
  }

  @Test
  void portThatSaysNothing() throws IOException {
    try (FakePeer peer = FakePeer.start(socket -> socket.getInputStream().transferTo(sink()))) {
      Finding finding = plain(peer.address(), SHORT);
      assertThat(finding.health()).isEqualTo(Health.SILENT);
      assertThat(finding.detail()).contains("sent nothing within 300 ms");
    }
  }

  @Test
  void serverOfHttp1() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    try {
      Finding finding = plain("127.0.0.1:" + server.getAddress().getPort(), LIMIT);
      assertThat(finding.health()).isEqualTo(Health.PROTOCOL);
      assertThat(finding.detail()).contains("an HTTP/1 server").contains("HTTP/1.1 4");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void serverOfSomethingElse() throws IOException {
    byte[] banner = "SSH-2.0-OpenSSH_9.6\r\n".getBytes(StandardCharsets.US_ASCII);
    try (FakePeer peer = FakePeer.start(socket -> socket.getOutputStream().write(banner))) {
      Finding finding = plain(peer.address(), LIMIT);
      assertThat(finding.health()).isEqualTo(Health.PROTOCOL);
      assertThat(finding.detail()).contains("it sent \"SSH-2.0-OpenSSH_9.6\"");
    }
  }

  @Test
  void serverThatHangsUp() throws IOException {
    try (FakePeer peer = FakePeer.start(socket -> socket.getInputStream().readNBytes(1))) {
      Finding finding = plain(peer.address(), LIMIT);
      assertThat(finding.health()).isEqualTo(Health.PROTOCOL);
    }
  }

  @Test
  void serverOfTlsThatSaysSo() throws Exception {
    SSLContext keys = Keys.context(directory);
    try (FakePeer peer = FakePeer.startTls(keys)) {
      Finding finding = plain(peer.address(), LIMIT);
      assertThat(finding.health()).isEqualTo(Health.HANDSHAKE);
      assertThat(finding.detail()).contains("the task requires TLS");
    }
  }

  @Test
  void serverOfTlsThatHangsUpOnPlainText() throws Exception {
    SSLContext keys = Keys.context(directory);
    try (FakePeer inner = FakePeer.startTls(keys);
        FakePeer peer = FakePeer.start(socket -> forwardTls(socket, inner))) {
      Finding finding = plain(peer.address(), LIMIT);
      assertThat(finding.health()).isEqualTo(Health.HANDSHAKE);
      assertThat(finding.detail()).contains("the task requires TLS");
    }
  }

  @Test
  void plainServerWhereTlsIsExpected() throws Exception {
    Server server = grpc();
    try {
      Finding finding = tls(SSLContext.getDefault(), "127.0.0.1:" + server.getPort());
      assertThat(finding.health()).isEqualTo(Health.HANDSHAKE);
      assertThat(finding.detail()).contains("does not use TLS, which this client requires");
    } finally {
      server.shutdownNow();
    }
  }

  @Test
  void certificateThatIsNotTrusted() throws Exception {
    try (FakePeer peer = FakePeer.startTls(Keys.context(directory))) {
      Finding finding = tls(SSLContext.getDefault(), peer.address());
      assertThat(finding.health()).isEqualTo(Health.HANDSHAKE);
      assertThat(finding.detail()).contains("its certificate is not trusted here");
    }
  }

  @Test
  void serverOfTlsThatIsNoTask() throws Exception {
    SSLContext keys = Keys.context(directory);
    try (FakePeer peer = FakePeer.startTls(keys)) {
      Finding finding = tls(keys, peer.address());
      assertThat(finding.health()).isEqualTo(Health.PROTOCOL);
      assertThat(finding.detail()).contains("it sent \"hello over TLS\"");
    }
  }

  @Test
  void serverOfGrpcIsReachable() throws IOException {
    Server server = grpc();
    try {
      Finding finding = plain("localhost:" + server.getPort(), LIMIT);
      assertThat(finding).isEqualTo(Finding.of(Health.REACHABLE, "speaks HTTP/2"));
    } finally {
      server.shutdownNow();
    }
  }

  private static Server grpc() throws IOException {
    return Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create()).build().start();
  }

  private static Finding plain(String address, Duration limit) {
    return SocketProbe.plain().probe(TASK, address, limit);
  }

  private static Finding tls(SSLContext context, String address) {
    return SocketProbe.tls(context).probe(TASK, address, LIMIT);
  }

  private static OutputStream sink() {
    return OutputStream.nullOutputStream();
  }

  /** Passes TLS on and hangs up on everything else, as some servers do. */
  private static void forwardTls(Socket socket, FakePeer inner) throws IOException {
    int first = socket.getInputStream().read();
    if (first != 0x16) {
      return;
    }
    try (Socket onward = inner.connect()) {
      onward.getOutputStream().write(first);
      Thread back = Thread.ofVirtual().start(() -> FakePeer.copy(onward, socket));
      FakePeer.copy(socket, onward);
      back.join(LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
