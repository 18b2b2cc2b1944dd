package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.cluster.internal.transport.Token;
import dev.weir.cluster.server.LoopbackPorts;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Credentials;
import dev.weir.runtime.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a program comes to a task: when that is still starting, and with what it has to show. */
@Timeout(60)
final class TestConnecting {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final ClusterOptions AT_ONCE =
      ClusterOptions.builder().connectTimeout(Duration.ZERO).build();

  @TempDir private Path folder;
  private final Graph graph = new Graph();
  private final Output one = Ops.create(graph).constant(1f);

  private static int freePort() {
    return LoopbackPorts.ofProcess().next();
  }

  private static ServerOptions.Builder task(int port) {
    ClusterSpec spec = ClusterSpec.parse("worker=127.0.0.1:" + port);
    return ServerOptions.builder(new TaskId("worker", 0), new FixedMembership(spec));
  }

  private float run(String target, ClusterOptions options) {
    try (Session session = Session.connect(target, graph, options)) {
      return session.run(one).getFloat(0);
    }
  }

  private WeirException refusal(String target, ClusterOptions options) {
    return catchThrowableOfType(WeirException.class, () -> run(target, options));
  }

  @Test
  void aTaskThatIsStillStartingIsWaitedFor() throws Exception {
    int port = freePort();
    CompletableFuture<Float> value =
        CompletableFuture.supplyAsync(
            () -> run("grpc://127.0.0.1:" + port, ClusterOptions.DEFAULT));
    assertThat(refusal("grpc://127.0.0.1:" + port, AT_ONCE)).isNotNull(); // it is not there
    assertThat(value).isNotDone();
    try (Server late = Server.start(task(port).build())) {
      assertThat(value.get(20, TimeUnit.SECONDS)).isEqualTo(1f);
      assertThat(late.address()).endsWith(":" + port);
    }
  }

  @Test
  void theWaitIsBoundedAndSaysForWhat() throws IOException {
    String target = "grpc://127.0.0.1:" + freePort();
    WeirException error = refusal(target, ClusterOptions.builder().connectTimeout(SHORT).build());
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error)
        .hasMessageStartingWith("no response from " + target + " within 400 ms")
        .hasMessageContaining("connection refused")
        .hasMessageContaining("ClusterOptions.connectTimeout");
  }

  @Test
  void aSilentTaskIsGivenUp() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
      String target = "grpc://127.0.0.1:" + silent.getLocalPort();
      WeirException error = refusal(target, ClusterOptions.builder().connectTimeout(SHORT).build());
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(error).hasMessageStartingWith("no response from " + target);
    }
  }

  @Test
  void unknownHostsAreRetriedToo() {
    WeirException error =
        refusal("grpc://nowhere.invalid:1", ClusterOptions.builder().connectTimeout(SHORT).build());
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error).hasMessageStartingWith("no response from grpc://nowhere.invalid:1 within");
  }

  @Test
  void aClosedConnectionIsNotRetried() throws Exception {
    try (ServerSocket rude = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
      Thread hangingUp = Thread.ofVirtual().start(() -> hangUp(rude));
      WeirException error =
          refusal(
              "grpc://127.0.0.1:" + rude.getLocalPort(),
              ClusterOptions.builder().connectTimeout(Duration.ofDays(1)).build());
      assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      rude.close();
      hangingUp.join();
    }
  }

  private static void hangUp(ServerSocket rude) {
    try {
      while (true) {
        rude.accept().close();
      }
    } catch (IOException e) {
      assertThat(rude.isClosed()).isTrue();
    }
  }

  @Test
  void withoutTimeToWaitItFailsAtOnce() throws IOException {
    int port = freePort();
    WeirException error = refusal("grpc://127.0.0.1:" + port, AT_ONCE);
    assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
    assertThat(error).hasMessage("127.0.0.1:" + port + ": connection refused");
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    String target = "grpc://127.0.0.1:" + freePort();
    CompletableFuture<WeirException> ended = new CompletableFuture<>();
    Thread waiting =
        Thread.ofVirtual().start(() -> ended.complete(refusal(target, ClusterOptions.DEFAULT)));
    waiting.interrupt();
    WeirException error = ended.get(20, TimeUnit.SECONDS);
    assertThat(error.code()).isEqualTo(ErrorCode.CANCELLED);
    assertThat(error).hasMessage("the thread that waited for " + target + " was interrupted");
  }

  @Test
  void aSessionCanDoWithoutChecksums() throws IOException {
    ClusterOptions without = ClusterOptions.builder().checksums(false).build();
    assertThat(GrpcConnector.streams(ClusterOptions.DEFAULT).checksums()).isTrue();
    assertThat(GrpcConnector.streams(without).checksums()).isFalse();
    try (Server server = Server.start(task(freePort()).build())) {
      assertThat(run(server.target(), without)).isOne();
    }
  }

  @Test
  void aSessionCanHaveATokenOfItsOwn() throws IOException {
    Security secret = new Security(null, Token.of("secret"));
    try (Server server = Server.start(task(freePort()).security(secret).build())) {
      Credentials right = Credentials.NONE.withToken("secret");
      Credentials wrong = Credentials.NONE.withToken("guess");
      assertThat(run(server.target(), ClusterOptions.builder().credentials(right).build())).isOne();
      WeirException other =
          refusal(server.target(), ClusterOptions.builder().credentials(wrong).build());
      assertThat(other.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(other).hasMessageContaining("a wrong token");
      WeirException none = refusal(server.target(), ClusterOptions.DEFAULT);
      assertThat(none.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
      assertThat(none).hasMessageContaining("no token");
    }
  }

  @Test
  void aSessionCanHaveCertificatesOfItsOwn() throws Exception {
    MadeCertificates made = new MadeCertificates(folder);
    Security.Certificates member = made.member();
    Security.Certificates stranger = made.stranger();
    Security security = new Security(member, Token.of("secret"));
    try (Server server = Server.start(task(freePort()).security(security).build())) {
      Credentials right =
          Credentials.NONE
              .withToken("secret")
              .withCertificates(member.chain(), member.key(), member.authority());
      assertThat(run(server.target(), ClusterOptions.builder().credentials(right).build())).isOne();
      Credentials wrong =
          right.withCertificates(stranger.chain(), stranger.key(), stranger.authority());
      WeirException error =
          refusal(server.target(), ClusterOptions.builder().credentials(wrong).build());
      assertThat(error.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    }
  }

  @Test
  void secretsAreNotPrinted() {
    ClusterOptions options =
        ClusterOptions.builder().credentials(Credentials.NONE.withToken("secret")).build();
    assertThat(options.toString())
        .contains("Credentials[token=true, certificates=false]")
        .doesNotContain("secret");
  }
}
