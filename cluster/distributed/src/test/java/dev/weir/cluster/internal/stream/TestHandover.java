package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.MadeCertificates;
import dev.weir.cluster.internal.grpc.FakeMaster;
import dev.weir.cluster.internal.grpc.FakeWorker;
import dev.weir.cluster.internal.grpc.Leaks;
import dev.weir.cluster.internal.grpc.Loopback;
import dev.weir.cluster.internal.stream.DamagingRelay.Damage;
import dev.weir.cluster.internal.transport.TlsIdentity;
import dev.weir.cluster.internal.transport.Traffic;
import dev.weir.cluster.internal.wire.NamedValue;
import dev.weir.cluster.internal.wire.ReceivedTensor;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import dev.weir.tensor.memory.CachingAllocator;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * With certificates both ends of a socket file authenticate each other, and then go on without
 * encryption; both ends of a TCP connection never do.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
final class TestHandover {
  @TempDir private static Path folder;
  private static TlsIdentity member;
  private static TlsIdentity stranger;

  private final CachingAllocator allocator = new CachingAllocator(1 << 30);
  private final StreamOptions local =
      StreamOptions.on(allocator).toBuilder().limits(StreamPair.PATIENT).build();
  private final FakeWorker worker = new FakeWorker();
  private final List<AutoCloseable> opened = new ArrayList<>();

  @BeforeAll
  static void makeCertificates() throws Exception {
    MadeCertificates made = new MadeCertificates(folder);
    member = made.member().identity();
    stranger = made.stranger().identity();
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : opened.reversed()) {
      each.close();
    }
    Leaks.assertInUse(allocator, 0);
  }

  private <T extends AutoCloseable> T closedLater(T made) {
    opened.add(made);
    return made;
  }

  private StreamServer serve(StreamOptions options) {
    return closedLater(
        StreamServer.start("localhost", worker, new FakeMaster(), options, null, member));
  }

  private StreamClient streams(StreamOptions options, @Nullable TlsIdentity identity) {
    return closedLater(new StreamClient(options, null, identity, Loopback.LIMIT));
  }

  private ClientConnection connect(StreamServer server, StreamOptions options) {
    return Loopback.get(
        streams(options, member).connect("localhost", server.address(), "the server"));
  }

  private static boolean isPlain(ClientConnection made) {
    HandoverChannel handover = made.handover();
    return handover != null && handover.isPlain();
  }

  private static UnixDomainSocketAddress file(StreamServer server) {
    return UnixDomainSocketAddress.of(LocalSocket.folder(server.address().key()).resolve("socket"));
  }

  /** Values of all sizes come back as they were sent. */
  private void assertCarries(ClientConnection calling) {
    worker.onRunGraph =
        request ->
            CompletableFuture.completedFuture(
                new StepResult(
                    request.sends().stream()
                        .map(each -> new NamedValue(each.name(), each.value().retained()))
                        .toList(),
                    List.of()));
    for (int size : new int[] {1, 100, 16_385, 70_000, 524_289, 20_000_003}) {
      Tensor sent = Tensor.allocate(allocator, DType.UINT8, Shape.of(size), "a test");
      for (int i = 0; i < size; i += 1 + size / 1000) {
        sent.buffer().setByte(i, (byte) (i * 31));
      }
      Tensor kept = sent.freeze().retained();
      StepResult result = Loopback.get(StreamPair.runGraph(calling, sent));
      Tensor came = result.values().getFirst().value();
      assertThat(Buffer.mismatch(kept.buffer(), 0, came.buffer(), 0, size)).isEqualTo(-1);
      result.release();
      kept.buffer().release();
    }
  }

  @Test
  void socketFilesAreAuthenticatedAndNotEncrypted() {
    ClientConnection calling = connect(serve(local), local);
    assertThat(isPlain(calling)).isTrue();
    assertThat(calling.tlsSession()).isNotNull();
    assertThat(calling.tlsSession().getProtocol()).isEqualTo("TLSv1.3");
    assertCarries(calling);
  }

  @Test
  void manyCallsAtOnceOfAllSizes() {
    Tensor large = StreamPair.tensor(allocator, 3 << 20);
    worker.onReceive =
        request ->
            CompletableFuture.completedFuture(
                request.key().equals("large")
                    ? new ReceivedTensor(large.retained())
                    : new ReceivedTensor(Tensors.scalar(1f)));
    ClientConnection calling = connect(serve(local), local);
    List<CompletableFuture<ReceivedTensor>> calls = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      calls.add(StreamPair.receive(calling, i % 25 == 0 ? "large" : "small"));
    }
    for (CompletableFuture<ReceivedTensor> call : calls) {
      Loopback.get(call).release();
    }
    large.buffer().release();
  }

  @Test
  void eitherEndCanInsistOnEncryption() {
    for (boolean byServer : new boolean[] {true, false}) {
      StreamServer server = serve(byServer ? local.toBuilder().encryptsLocal(true).build() : local);
      ClientConnection calling =
          connect(server, byServer ? local : local.toBuilder().encryptsLocal(true).build());
      assertThat(isPlain(calling)).isFalse();
      assertCarries(calling);
    }
  }

  @Test
  void tcpIsAlwaysEncrypted() {
    ClientConnection calling = connect(serve(local), local.toBuilder().local(false).build());
    assertThat(calling.handover()).isNull();
    assertCarries(calling);
  }

  /** One end of a connection by hand, which asks to leave TLS whatever it goes over. */
  private ClientConnection greeting(SocketChannel over, long key) throws IOException {
    SelectorLoop loop = closedLater(new SelectorLoop("test-greeting"));
    ScheduledExecutorService clock =
        closedLater(Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory()));
    ClientConnection calling =
        new ClientConnection(
            loop,
            over,
            member.clientEngine("localhost", 1),
            true,
            closedLater(new HandshakePool()),
            local,
            new Traffic(),
            "the server",
            clock);
    calling.open(key, null);
    return calling;
  }

  @Test
  void aHandoverRequestedOverTcpIsServedEncrypted() throws IOException {
    StreamServer server = serve(local);
    ClientConnection calling =
        greeting(
            SocketChannel.open(new InetSocketAddress("localhost", server.address().port())),
            server.address().key());
    Loopback.get(calling.welcome());
    assertThat(calling.handover()).isNotNull();
    assertThat(isPlain(calling)).isFalse();
    assertCarries(calling);
  }

  /** No server at a port can make a caller send in the clear. */
  @Test
  void tlsStaysUnlessAHandoverIsRequested() throws Exception {
    try (SSLServerSocket listening =
        (SSLServerSocket)
            member
                .current()
                .context()
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getByName("localhost"))) {
      StreamAddress at = new StreamAddress(listening.getLocalPort(), 1);
      var connecting = streams(local, member).connect("localhost", at, "liar");
      try (RawStream liar = RawStream.of(listening.accept())) {
        liar.read(Frames.HELLO);
        liar.frame(
            Frames.HELLO,
            null,
            Frames.MAGIC,
            out -> out.number(Frames.VERSION).flag(true).flag(true));
        assertThat(Loopback.failure(connecting))
            .hasMessage("liar: the task switched off TLS without being asked");
      }
    }
  }

  @Test
  void wrongKeysAreRefusedAtSocketFiles() throws IOException {
    StreamServer server = serve(local);
    ClientConnection calling =
        greeting(SocketChannel.open(file(server)), server.address().key() ^ 1);
    WeirException refusal = Loopback.failure(calling.welcome());
    assertThat(refusal).hasMessageContaining("another task was expected here");
    assertThat(isPlain(calling)).isFalse();
  }

  @Test
  void certificatesAreDemandedAtSocketFiles() throws IOException {
    StreamServer server = serve(local);
    for (TlsIdentity identity : new @Nullable TlsIdentity[] {null, stranger}) {
      try (CapturedLog log = new CapturedLog()) {
        Loopback.failure(
            streams(local, identity).connect("localhost", server.address(), "the server"));
        StreamPair.await(() -> server.connections() == 0 && !log.lines().isEmpty());
        assertThat(log.lines()).singleElement().asString().contains("TLS handshake failed");
      }
    }
    try (SocketChannel plain = SocketChannel.open(file(server))) {
      byte[] greeting =
          RawStream.bytes(out -> out.greet(Frames.VERSION, server.address().key(), ""));
      plain.write(ByteBuffer.wrap(greeting));
      ByteBuffer answer = ByteBuffer.allocate(100);
      while (plain.read(answer) >= 0) {
        assertThat(answer.hasRemaining()).as("an alert at most").isTrue();
      }
    }
    assertThat(worker.asked).isEmpty();
    assertCarries(connect(server, local));
  }

  /** What is not encrypted has checksums: a relay takes the place of the socket file. */
  @Test
  void damageIsNoticedWithoutEncryption() throws IOException {
    StreamServer server = serve(local);
    Path path = file(server).getPath();
    Path moved = Files.move(path, path.resolveSibling("moved"));
    Tensor large = StreamPair.tensor(allocator, 1 << 20);
    worker.onReceive =
        request -> CompletableFuture.completedFuture(new ReceivedTensor(large.retained()));
    ServerSocketChannel listening =
        ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(file(server));
    try (CapturedLog log = new CapturedLog();
        DamagingRelay relay =
            new DamagingRelay(
                listening, UnixDomainSocketAddress.of(moved), Damage.ofAnswers(500_000))) {
      assertThat(relay).isNotNull();
      ClientConnection calling = connect(server, local);
      assertThat(isPlain(calling)).isTrue();
      WeirException failure = Loopback.failure(StreamPair.receive(calling, "k"));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      assertThat(failure).hasMessageContaining("checksum mismatch; chunk of call 1");
      assertThat(log.lines()).singleElement().asString().contains("checksum mismatch");
    } finally {
      large.buffer().release();
      Files.deleteIfExists(moved);
    }
    StreamPair.await(() -> server.connections() == 0);
  }
}
